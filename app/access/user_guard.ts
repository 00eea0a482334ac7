import type { AuthClientResponse } from '@adonisjs/auth/types'
import type { HttpContext } from '@adonisjs/core/http'
import Refusal from '#kernel/refusals/refusal'
import { Guard } from './guard.js'
import { expiryOf, signAccessToken, verifyAccessToken, type AccessToken } from '#kernel/secrets/tokens'
import { sentApiKey } from './api_key_guard.js'
import { accessCookie } from './token_cookies.js'
import FindUser, { type SignedInUser } from '#accounts/queries/find_user'

const BEARER = /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/i

/** The refusal for an API key, which has its own routes. */
const FOR_API_KEYS = {
  message:
    "This route needs a user's access token. With an API key, use the routes below /v1/products/:productId",
}

/** Paths that take the access cookie. */
const FOR_BROWSERS = /^\/(?:v1\/dashboard|v1\/admin|admin|oauth\/accounts)(?:\/|$)/

/** Returns true if a path also accepts the access token from a cookie. */
export const takesCookie = (path: string) => FOR_BROWSERS.test(path)

/** The JWT from the Authorization header; null if it has any other form. */
export function bearerToken({ request }: HttpContext): string | null {
  return BEARER.exec(request.header('authorization') ?? '')?.[1] ?? null
}

/**
 * Authenticates users of the dashboard by their access token
 * (interface#51-credential-matrix, interface#53-jwt-tokens).
 */
export default class UserGuard extends Guard<SignedInUser> {
  readonly driverName = 'user'
  /**
   * True if the token has ended, normally with a change of the password. Such a token only allows a replay of the
   * answer to that change.
   */
  ended = false

  /** The only org that a sign-in through SSO gives access to; null for every other sign-in. */
  ssoOrgId: string | null = null

  /** The end of the request's token in epoch milliseconds; undefined until the token has been verified. */
  expiresAt?: number

  /** The generation of the request's token (`users.token_generation`); undefined until the token has been verified. */
  tokenGeneration?: number

  /** The sign-in that the token belongs to; null if the token does not name it. */
  sessionId: string | null = null

  /** The verified claims of the request's token; undefined until it has been verified. */
  #claims?: AccessToken

  constructor(
    protected ctx: HttpContext,
    protected findUser: FindUser
  ) {
    super()
  }

  /**
   * `endedToo` also accepts an ended token; the caller must then check `ended`.
   * @throws Refusal UNAUTHORIZED if there is no valid token; EXPIRED_TOKEN if the token was valid once; CSRF_BLOCKED
   *   for a cookie sent by a page of another site.
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
    this.user = asSignedIn(user, claims)
    this.#claims = claims
    this.ssoOrgId = claims.orgId
    this.expiresAt = expiryOf(token)
    this.tokenGeneration = claims.generation
    this.sessionId = claims.sessionId
    this.isAuthenticated = true
    return this.user
  }

  /**
   * Reads the user of the verified token again, for a request that has been running for a while. The token may have
   * expired meanwhile.
   * @throws Refusal UNAUTHORIZED if the token was ended.
   */
  async askAgain(): Promise<SignedInUser> {
    const user = this.#claims && (await this.findUser.ofToken(this.#claims))
    if (!user) throw new Refusal('UNAUTHORIZED')
    return (this.user = asSignedIn(user, this.#claims!))
  }

  /**
   * Returns true if the sign-in of the request gives access to an org. A sign-in through SSO gives access to its own
   * org only.
   */
  opens(orgId: string): boolean {
    return this.ssoOrgId === null || this.ssoOrgId === orgId
  }

  async authenticateAsClient(user: { id: string }): Promise<AuthClientResponse> {
    return { headers: { authorization: `Bearer ${await signAccessToken(user.id)}` } }
  }

  /**
   * The Bearer token. Without an Authorization header, on the paths for browsers, the cookie
   * (contract#browser-sign-in).
   */
  #sentToken(): string | null {
    if (this.ctx.request.header('authorization') !== undefined) return bearerToken(this.ctx)
    return takesCookie(this.ctx.request.url()) ? accessCookie(this.ctx) : null
  }
}

/** A sign-in through SSO gives access to its own org, not to what platform admins do. */
function asSignedIn(user: SignedInUser, { orgId }: AccessToken): SignedInUser {
  return orgId ? { ...user, platformAdmin: false } : user
}
