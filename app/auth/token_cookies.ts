import type { HttpContext } from '@adonisjs/core/http'
import { allowedOrigins } from '#config/browser'
import { madeByOurPages } from '#domain/auth/csrf'
import Refusal from '#exceptions/refusal'
import { ACCESS_TTL, REFRESH_TTL } from '#services/tokens'

const ACCESS = 'latchkey_access'
const REFRESH = 'latchkey_refresh'

/** The refresh token is good for one thing only, so it is sent nowhere else. */
const REFRESH_PATH = '/v1/auth'

type Tokens = { accessToken: string; refreshToken: string }

/**
 * The tokens of an answer: in its body, or for browsers that asked for it as httpOnly cookies, which no script
 * of a page can read (contract 2, Browser sign-in).
 */
export function giveTokens({ response }: HttpContext, tokens: Tokens, useCookies = false) {
  if (!useCookies) return { tokens }
  response.plainCookie(ACCESS, tokens.accessToken, { encode: false, maxAge: ACCESS_TTL })
  response.plainCookie(REFRESH, tokens.refreshToken, {
    encode: false,
    maxAge: REFRESH_TTL,
    path: REFRESH_PATH,
  })
  return {}
}

/** Takes the cookies away again. */
export function clearTokens({ response }: HttpContext) {
  response.clearCookie(ACCESS)
  response.clearCookie(REFRESH, { path: REFRESH_PATH })
}

/** The access token of the cookie; null without one. Errors: CSRF_BLOCKED (interface 5.7). */
export function accessCookie(ctx: HttpContext): string | null {
  return guardedCookie(ctx, ACCESS)
}

/** The refresh token of the cookie; null without one. Errors: CSRF_BLOCKED. */
export function refreshCookie(ctx: HttpContext): string | null {
  return guardedCookie(ctx, REFRESH)
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** An export is asked for with GET, and starts an operation all the same. */
function changesAnything({ request, route }: HttpContext): boolean {
  return !READS.has(request.method()) || !!route?.pattern.endsWith('/licenses/export')
}

function guardedCookie(ctx: HttpContext, name: string): string | null {
  const { request } = ctx
  const value: unknown = request.plainCookie(name, { encoded: false })
  if (typeof value !== 'string' || value === '') return null
  const origin = {
    changes: changesAnything(ctx),
    fetchSite: request.header('sec-fetch-site'),
    origin: request.header('origin'),
  }
  if (!madeByOurPages(origin, allowedOrigins)) throw new Refusal('CSRF_BLOCKED')
  return value
}
