import type { Place } from './places.js'

/** Fields of the routes that ignore unknown fields and therefore do not list the known ones. */
const LOOSE: Record<string, string[]> = {
  'POST /v1/auth/register': ['email', 'password', 'firstName', 'lastName', 'useCookies'],
  'POST /v1/auth/login': ['email', 'password', 'useCookies'],
  'POST /v1/auth/verify-email': ['token'],
  'POST /v1/auth/totp/verify-login': ['challengeToken', 'code', 'useCookies'],
  'POST /v1/auth/oauth/start': ['provider', 'redirectUri', 'codeChallenge'],
  'POST /v1/auth/oauth/exchange': ['code', 'codeVerifier', 'useCookies'],
  'POST /v1/auth/refresh': ['refreshToken', 'useCookies'],
  'POST /v1/auth/logout': ['refreshToken', 'useCookies'],
  'POST /v1/auth/forgot-password': ['email'],
  'POST /v1/auth/reset-password': ['token', 'password'],
  'POST /oauth/accounts/:provider/connect': [],
  'POST /oauth/accounts/:provider/finish': ['code'],
  'DELETE /oauth/accounts/:provider': [],
  'POST /api/licenses/create': ['productId', 'count'],
  'POST /api/licenses/assign': ['licenseId', 'userId', 'email', 'username'],
  'POST /api/licenses/redeem': ['licenseKey', 'userId', 'email', 'username'],
  'DELETE /api/licenses/delete': ['licenseId'],
  'PATCH /api/licenses/reset-hwid': ['licenseId'],
  'POST /v1/auth/sso/start': ['email', 'orgId', 'redirectUri', 'codeChallenge'],
  'POST /v1/auth/sso/exchange': ['code', 'codeVerifier', 'useCookies'],
  'POST /v1/enduser/auth/code': ['orgId', 'email', 'returnUrl'],
  'POST /v1/enduser/auth/code/verify': ['challengeToken', 'code', 'useCookies'],
  'POST /v1/enduser/auth/link/verify': ['token', 'useCookies'],
  'POST /v1/enduser/auth/password': ['orgId', 'email', 'password', 'useCookies'],
  'POST /v1/enduser/auth/license-key': ['orgId', 'licenseKey', 'useCookies'],
  'POST /v1/enduser/auth/invites/accept': ['token', 'password', 'useCookies'],
  'POST /v1/enduser/auth/refresh': ['refreshToken', 'useCookies'],
  'POST /v1/enduser/auth/logout': ['refreshToken'],
  'POST /api/apps/create': ['name', 'orgId', 'keyPrefix', 'policy'],
  'POST /api/apps/delete': ['appId'],
  'POST /api/auth/login': ['email', 'password'],
  'POST /api/auth/register': ['email', 'password'],
  'POST /v1/licenses/authorize': ['productId', 'licenseKey', 'hwid', 'ip', 'sessionId', 'features'],
  'POST /v1/processors/:processorId/events': [],
  'POST /v1/licenses/release': ['productId', 'licenseKey', 'sessionId'],
}

/** The queue board, which has its own server. */
const WITHOUT = /^\w+ \/admin\/queues/

/** The fields that a route reads. The route lists them when it refuses an unknown field. */
export async function fieldsOf({ route, send }: Place): Promise<string[]> {
  if (WITHOUT.test(route)) return []
  if (LOOSE[route]) return LOOSE[route]
  const { text } = await send('{"surpriseField":1}')
  const { error } = JSON.parse(text) as { error?: { message: string } }
  const [, known] = /^There is no field "surpriseField": (?:there are (.+)|this route accepts none)$/.exec(
    error?.message ?? ''
  ) ?? [null, null]
  if (known === null) throw new Error(`${route} does not say which fields it has: name them here`)
  return known?.split(', ') ?? []
}
