import { call, type Answer } from './api.js'
import { cookieHeader, cookiesOf } from './cookies.js'
import type { Merchant } from './merchant.js'
import { consent } from './oidc_provider.js'

/** Starts to link the user's account to an account at a provider. */
export const connect = ({ token }: Merchant, provider = 'local') =>
  call('POST', `/oauth/accounts/${provider}/connect`, { token })

/** Removes the link to a provider. */
export const disconnect = ({ token }: Merchant, provider = 'local') =>
  call('DELETE', `/oauth/accounts/${provider}`, { token })

/** The user's linked accounts. */
export const accounts = async ({ token }: Merchant): Promise<unknown[]> =>
  (await call('GET', '/v1/dashboard/me/accounts', { token })).body.data.accounts

/** Calls the callback in the browser that started the link, or in one without its cookie. */
export const back = (url: string, started?: { headers: Headers }) =>
  call('GET', url.replace(new URL(url).origin, ''), {
    headers: started ? { cookie: cookieHeader(cookiesOf(started)) } : {},
  })

/** Links the identity of `login`, from start to end. */
export async function link(merchant: Merchant, login: string): Promise<Answer> {
  const started = await connect(merchant)
  return back(await consent(started.body.data.authorizationUrl, login), started)
}
