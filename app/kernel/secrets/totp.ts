import { generateSecret, generateURI, verify } from 'otplib'
import QRCode from 'qrcode'

/** The length of a time step, in seconds. */
const STEP = 30

/** Accepts one step before and after, because the clocks of phones are not exact. Seconds. */
const TOLERANCE = STEP

export type TotpSetup = { secret: string; otpauthUrl: string; qrCodeDataUrl: string }

/** Creates a second factor for a user, with the QR code that an authenticator app reads. */
export async function newTotp(email: string): Promise<TotpSetup> {
  const secret = generateSecret({ length: 20 })
  const otpauthUrl = generateURI({ issuer: 'Latchkey', label: email, secret })
  return { secret, otpauthUrl, qrCodeDataUrl: await QRCode.toDataURL(otpauthUrl) }
}

/**
 * Returns the time step of a code, if the code is valid now and its step is later than the last accepted one; otherwise
 * null. The caller stores the step, so that a code works only once. After a clock was set back, or where the clocks of two
 * servers differ, no code may be late enough: the library would throw then.
 */
export async function totpStep(
  secret: string,
  code: string,
  lastStep: number | null,
  now: number
): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null
  const epoch = Math.floor(now / 1000)
  if (lastStep !== null && lastStep >= Math.floor((epoch + TOLERANCE) / STEP)) return null
  const result = await verify({
    secret,
    token: code,
    epoch,
    epochTolerance: TOLERANCE,
    ...(lastStep === null ? {} : { afterTimeStep: lastStep }),
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
