import { generate } from 'otplib'
import { call } from './api.js'
import type { Merchant } from './merchant.js'

/** The code that an authenticator app shows, `steps` steps of 30 seconds from now. */
export function totpCode(secret: string, steps = 0): Promise<string> {
  return generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 })
}

/** Enables the second factor of a merchant. This uses up the code of the previous step. */
export async function enableTotp({ token }: Merchant) {
  const setup = await call('POST', '/v1/dashboard/me/totp/setup', { token })
  const { secret } = setup.body.data as { secret: string }
  const enable = async () =>
    call('POST', '/v1/dashboard/me/totp/enable', { token, body: { code: await totpCode(secret, -1) } })
  let enabled = await enable()
  // The code is too old if a new step began while the request was on its way.
  if (enabled.status === 401) enabled = await enable()
  return { secret, backupCodes: enabled.body.data.backupCodes as string[] }
}
