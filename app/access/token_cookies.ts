import type { HttpContext } from '@adonisjs/core/http'
import { cookies, isAllowedOrigin } from '#config/browser'
import { madeByOurPages } from './csrf.js'
import Refusal from '#kernel/refusals/refusal'
import type { TokenPair } from '#accounts/actions/issue_session'
import { ACCESS_TTL, REFRESH_TTL } from '#kernel/secrets/tokens'

const ACCESS = 'latchkey_access'
const REFRESH = 'latchkey_refresh'
/** The end of the session in epoch seconds, for scripts of a page. It is not a credential. */
const SESSION = 'latchkey_session'
const LINKING = 'latchkey_linking'
const END_USER = 'latchkey_end_user'

/** The lifetime of the linking cookie, in seconds. */
const LINKING_TTL = 600

/**
 * If cookies are Secure, their names begin with `__Host-`. Browsers then accept them only from this host, so a sibling
 * domain cannot plant one. Such a cookie is sent to all paths.
 */
const named = (name: string) => (cookies.secure ? `__Host-${name}` : name)

/**
 * The path of the refresh token. Only the sign-in routes need it, so it is sent only there, unless the `__Host-` name
 * requires the path `/`.
 */
const refreshPath = () => (cookies.secure ? '/' : '/v1/auth')

type Tokens = { accessToken: string; refreshToken: string }

/**
 * Returns the tokens in the body of an answer, or sets them as httpOnly cookies for browsers that requested cookies.
 * Scripts of a page cannot read these cookies (contract#browser-sign-in). The browser keeps the refresh token until its
 * end, which comes sooner after a sign-in through SSO.
 */
export function giveTokens(
  { response }: HttpContext,
  { accessToken, refreshToken, endsAt }: TokenPair,
  useCookies = false
): { tokens?: Tokens } {
  if (!useCookies) return { tokens: { accessToken, refreshToken } }
  const { secure } = cookies
  const left = Math.max(0, Math.round((endsAt - Date.now()) / 1000))
  response.plainCookie(named(SESSION), String(Math.floor(endsAt / 1000)), {
    encode: false,
    secure,
    httpOnly: false,
    maxAge: REFRESH_TTL,
  })
  response.plainCookie(named(ACCESS), accessToken, { encode: false, secure, maxAge: ACCESS_TTL })
  response.plainCookie(named(REFRESH), refreshToken, {
    encode: false,
    secure,
    maxAge: Math.min(REFRESH_TTL, left),
    path: refreshPath(),
  })
  return {}
}

/** Clears the cookies of a user. */
export function clearTokens({ response }: HttpContext) {
  const { secure } = cookies
  response.clearCookie(named(ACCESS), { secure })
  response.clearCookie(named(SESSION), { secure, httpOnly: false })
  response.clearCookie(named(REFRESH), { secure, path: refreshPath() })
}

/** The path of an end user's refresh token, like `refreshPath`. */
const endUserPath = () => (cookies.secure ? '/' : '/v1/enduser/auth')

/**
 * Returns the tokens of an end user. If a page of our own host requested it, the refresh token, and only that, is set
 * as a cookie that no script can read and no other site can send (contract/09-end-users#92-getting-in). `days`: how
 * long a sign-in can be renewed.
 */
export function giveEndUserTokens(
  { response }: HttpContext,
  { accessToken, refreshToken }: Tokens,
  days: number,
  useCookies = false
): { accessToken: string; refreshToken?: string } {
  if (!useCookies) return { accessToken, refreshToken }
  response.plainCookie(named(END_USER), refreshToken, {
    encode: false,
    secure: cookies.secure,
    sameSite: 'strict',
    maxAge: Math.min(REFRESH_TTL, days * 24 * 3600),
    path: endUserPath(),
  })
  return { accessToken }
}

/** Clears an end user's cookie. */
export function clearEndUserToken({ response }: HttpContext) {
  response.clearCookie(named(END_USER), { secure: cookies.secure, sameSite: 'strict', path: endUserPath() })
}

/** The end user's refresh token from the cookie; null if there is none. @throws Refusal CSRF_BLOCKED */
export function endUserCookie(ctx: HttpContext): string | null {
  return guardedCookie(ctx, named(END_USER))
}

/** Sets the cookie that the browser sends to the callback of the linking that it starts. */
export function giveLinking({ response }: HttpContext, browser: string) {
  const { secure } = cookies
  response.plainCookie(named(LINKING), browser, { encode: false, secure, maxAge: LINKING_TTL })
}

/** The cookie that the browser received when it started linking; null if there is none. */
export function linkingCookie({ request }: HttpContext): string | null {
  const value: unknown = request.plainCookie(named(LINKING), { encoded: false })
  return typeof value === 'string' && value !== '' ? value : null
}

/** The access token from the cookie; null if there is none. @throws Refusal CSRF_BLOCKED (interface#57-csrf). */
export function accessCookie(ctx: HttpContext): string | null {
  return guardedCookie(ctx, named(ACCESS))
}

/** The refresh token from the cookie; null if there is none. @throws Refusal CSRF_BLOCKED */
export function refreshCookie(ctx: HttpContext): string | null {
  return guardedCookie(ctx, named(REFRESH))
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Returns true if a call by cookie must come from our own pages, because it changes data. An export uses GET but
 * starts an operation, so it counts too.
 */
export function isGuardedRoute(method: string, pattern = ''): boolean {
  return !READS.has(method) || pattern.endsWith('/licenses/export')
}

function guardedCookie(ctx: HttpContext, name: string): string | null {
  const { request } = ctx
  const value: unknown = request.plainCookie(name, { encoded: false })
  if (typeof value !== 'string' || value === '') return null
  const origin = {
    changes: isGuardedRoute(request.method(), ctx.route?.pattern),
    fetchSite: request.header('sec-fetch-site'),
    origin: request.header('origin'),
    host: request.header('host'),
  }
  if (!madeByOurPages(origin, isAllowedOrigin)) throw new Refusal('CSRF_BLOCKED')
  return value
}
