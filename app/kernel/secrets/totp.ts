import { generateSecret, generateURI, verify } from 'otplib'
import QRCode from 'qrcode'

/** One step to either side: the clocks of phones are not exact. Seconds. */
const TOLERANCE = 30

export type TotpSetup = { secret: string; otpauthUrl: string; qrCodeDataUrl: string }

/** A new second factor for a user, with the picture that an authenticator app reads. */
export async function newTotp(email: string): Promise<TotpSetup> {
  const secret = generateSecret({ length: 20 })
  const otpauthUrl = generateURI({ issuer: 'Latchkey', label: email, secret })
  return { secret, otpauthUrl, qrCodeDataUrl: await QRCode.toDataURL(otpauthUrl) }
}

/**
 * The time step that a code belongs to, if it is right now and its step is later than the last one accepted;
 * else null. Storing the step is what makes a code work once.
 */
export async function totpStep(
  secret: string,
  code: string,
  lastStep: number | null,
  now: number
): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null
  const result = await verify({
    secret,
    token: code,
    epoch: Math.floor(now / 1000),
    epochTolerance: TOLERANCE,
    ...(lastStep === null ? {} : { afterTimeStep: lastStep }),
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
