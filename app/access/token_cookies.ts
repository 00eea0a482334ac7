import type { HttpContext } from '@adonisjs/core/http'
import { cookies, isAllowedOrigin } from '#config/browser'
import { madeByOurPages } from './csrf.js'
import Refusal from '#kernel/refusals/refusal'
import type { TokenPair } from '#accounts/actions/issue_session'
import { ACCESS_TTL, REFRESH_TTL } from '#kernel/secrets/tokens'

const ACCESS = 'latchkey_access'
const REFRESH = 'latchkey_refresh'
/** For scripts of a page: when the session ends, in epoch seconds, and nothing else. It opens nothing. */
const SESSION = 'latchkey_session'
const LINKING = 'latchkey_linking'
const END_USER = 'latchkey_end_user'

/** How long a browser keeps what it brings back to the callback of a linking, in seconds. */
const LINKING_TTL = 600

/**
 * Where cookies are Secure their names begin with `__Host-`: browsers then take them from this very host only, so a
 * sibling domain cannot plant one. Such a cookie goes to all paths.
 */
const named = (name: string) => (cookies.secure ? `__Host-${name}` : name)

/** The refresh token is good for one thing only, so it is sent nowhere else, where its name allows that. */
const refreshPath = () => (cookies.secure ? '/' : '/v1/auth')

type Tokens = { accessToken: string; refreshToken: string }

/**
 * The tokens of an answer: in its body, or for browsers that asked for it as httpOnly cookies, which no script
 * of a page can read (contract#browser-sign-in).
 */
export function giveTokens(
  { response }: HttpContext,
  { accessToken, refreshToken, endsAt }: TokenPair,
  useCookies = false
): { tokens?: Tokens } {
  if (!useCookies) return { tokens: { accessToken, refreshToken } }
  const { secure } = cookies
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
    maxAge: REFRESH_TTL,
    path: refreshPath(),
  })
  return {}
}

/** Takes the cookies away again. */
export function clearTokens({ response }: HttpContext) {
  const { secure } = cookies
  response.clearCookie(named(ACCESS), { secure })
  response.clearCookie(named(SESSION), { secure, httpOnly: false })
  response.clearCookie(named(REFRESH), { secure, path: refreshPath() })
}

/** The path of an end user's refresh token, as `refreshPath`. */
const endUserPath = () => (cookies.secure ? '/' : '/v1/enduser/auth')

/**
 * The tokens of an end user's answer. For a page of our own host that asked for it the refresh token, and only that, comes as
 * a cookie that no script can read and no other site can send (contract/09-end-users#92-getting-in). `days`: how long
 * one sign-in can be renewed.
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

/** Takes an end user's cookie away again. */
export function clearEndUserToken({ response }: HttpContext) {
  response.clearCookie(named(END_USER), { secure: cookies.secure, sameSite: 'strict', path: endUserPath() })
}

/** An end user's refresh token of the cookie; null without one. @throws Refusal CSRF_BLOCKED */
export function endUserCookie(ctx: HttpContext): string | null {
  return guardedCookie(ctx, named(END_USER))
}

/** Gives a browser what it brings back to the callback of the linking that it begins. */
export function giveLinking({ response }: HttpContext, browser: string) {
  const { secure } = cookies
  response.plainCookie(named(LINKING), browser, { encode: false, secure, maxAge: LINKING_TTL })
}

/** The cookie that a browser got when it began linking; null without. */
export function linkingCookie({ request }: HttpContext): string | null {
  const value: unknown = request.plainCookie(named(LINKING), { encoded: false })
  return typeof value === 'string' && value !== '' ? value : null
}

/** The access token of the cookie; null without one. @throws Refusal CSRF_BLOCKED (interface#57-csrf). */
export function accessCookie(ctx: HttpContext): string | null {
  return guardedCookie(ctx, named(ACCESS))
}

/** The refresh token of the cookie; null without one. @throws Refusal CSRF_BLOCKED */
export function refreshCookie(ctx: HttpContext): string | null {
  return guardedCookie(ctx, named(REFRESH))
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a call by cookie must come from our own pages, because it changes something. An export is asked for with GET, and
 * starts an operation all the same.
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
