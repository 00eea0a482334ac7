import { generate } from 'otplib'
import { call } from './api.js'
import type { Merchant } from './merchant.js'

/** The code that an authenticator app shows, so many steps from now. */
export function totpCode(secret: string, steps = 0): Promise<string> {
  return generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 })
}

/** Turns the second factor of a merchant on; uses up the code of the step before this one. */
export async function enableTotp({ token }: Merchant) {
  const setup = await call('POST', '/v1/dashboard/me/totp/setup', { token })
  const { secret } = setup.body.data as { secret: string }
  const enabled = await call('POST', '/v1/dashboard/me/totp/enable', {
    token,
    body: { code: await totpCode(secret, -1) },
  })
  return { secret, backupCodes: enabled.body.data.backupCodes as string[] }
}
