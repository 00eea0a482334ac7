import { symbols } from '@adonisjs/auth'
import type { AuthClientResponse, GuardContract } from '@adonisjs/auth/types'
import type { HttpContext } from '@adonisjs/core/http'
import Refusal from '#kernel/refusals/refusal'
import { expiryOf, signAccessToken, verifyAccessToken } from '#kernel/secrets/tokens'
import { sentApiKey } from './api_key_guard.js'
import { accessCookie } from './token_cookies.js'
import FindUser, { type SignedInUser } from '#accounts/queries/find_user'

const BEARER = /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/i

/** The answer to an API key, which has a family of routes of its own. */
const FOR_API_KEYS = {
  message:
    "This route needs a user's access token. With an API key, use the routes below /v1/products/:productId",
}

/** Paths that take the access cookie. */
const FOR_BROWSERS = /^\/(?:v1\/dashboard|v1\/admin|admin|oauth\/accounts)(?:\/|$)/

/** Whether a path takes the access token from a cookie too. */
export const takesCookie = (path: string) => FOR_BROWSERS.test(path)

/** The JWT of the Authorization header; null for anything else. */
export function bearerToken({ request }: HttpContext): string | null {
  return BEARER.exec(request.header('authorization') ?? '')?.[1] ?? null
}

/** Lets in users of the dashboard by their access token (interface#51-credential-matrix, interface#53-jwt-tokens). */
export default class UserGuard implements GuardContract<SignedInUser> {
  declare [symbols.GUARD_KNOWN_EVENTS]: Record<string, never>
  readonly driverName = 'user'
  user?: SignedInUser
  isAuthenticated = false
  authenticationAttempted = false
  /** The token ended with the password that it was given for: good for a replay of that change, and nothing else. */
  ended = false

  /** The org that a sign-in through SSO opens, and no other; null for every other sign-in. */
  ssoOrgId: string | null = null

  /** Epoch milliseconds at which the token of the request ends; undefined until it was found good. */
  expiresAt?: number

  /** The sign-in that the token belongs to; null where it does not say. */
  sessionId: string | null = null

  constructor(
    protected ctx: HttpContext,
    protected findUser: FindUser
  ) {}

  /**
   * `endedToo`: see `ended`; the caller looks at it.
   * @throws Refusal UNAUTHORIZED without a token that is good here, EXPIRED_TOKEN when it was good once, CSRF_BLOCKED
   *   for a cookie that another site's page made the browser send.
   */
  async authenticate(endedToo = false): Promise<SignedInUser> {
    this.authenticationAttempted = true
    const token = this.#sentToken()
    if (!token) throw new Refusal('UNAUTHORIZED', sentApiKey(this.ctx) === null ? {} : FOR_API_KEYS)
    const claims = await verifyAccessToken(token)
    let user = await this.findUser.ofToken(claims)
    if (!user && endedToo) {
      user = await this.findUser.byId(claims.subject)
      this.ended = true
    }
    if (!user) throw new Refusal('UNAUTHORIZED')
    this.user = claims.orgId ? { ...user, platformAdmin: false } : user
    this.ssoOrgId = claims.orgId
    this.expiresAt = expiryOf(token)
    this.sessionId = claims.sessionId
    this.isAuthenticated = true
    return this.user
  }

  /** Whether the sign-in of the request opens an org at all; one through SSO opens its own alone. */
  opens(orgId: string): boolean {
    return this.ssoOrgId === null || this.ssoOrgId === orgId
  }

  async check(): Promise<boolean> {
    try {
      await this.authenticate()
      return true
    } catch {
      return false
    }
  }

  getUserOrFail(): SignedInUser {
    if (!this.user) throw new Refusal('UNAUTHORIZED')
    return this.user
  }

  async authenticateAsClient(user: { id: string }): Promise<AuthClientResponse> {
    return { headers: { authorization: `Bearer ${await signAccessToken(user.id)}` } }
  }

  /** The Bearer token; without an Authorization header, where browsers go, the cookie (contract#browser-sign-in). */
  #sentToken(): string | null {
    if (this.ctx.request.header('authorization') !== undefined) return bearerToken(this.ctx)
    return takesCookie(this.ctx.request.url()) ? accessCookie(this.ctx) : null
  }
}
