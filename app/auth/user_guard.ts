import { symbols } from '@adonisjs/auth'
import type { AuthClientResponse, GuardContract } from '@adonisjs/auth/types'
import type { HttpContext } from '@adonisjs/core/http'
import Refusal from '#exceptions/refusal'
import { signAccessToken, verifyAccessToken } from '#services/tokens'
import { accessCookie } from './token_cookies.js'
import FindUser, { type SignedInUser } from '#queries/find_user'

const BEARER = /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/i

/** Paths that take the access cookie. */
const FOR_BROWSERS = /^\/(?:v1\/dashboard|admin)(?:\/|$)/

/** Lets in users of the dashboard by their access token (interface 5.1, 5.3). */
export default class UserGuard implements GuardContract<SignedInUser> {
  declare [symbols.GUARD_KNOWN_EVENTS]: Record<string, never>
  readonly driverName = 'user'
  user?: SignedInUser
  isAuthenticated = false
  authenticationAttempted = false

  constructor(
    protected ctx: HttpContext,
    protected findUser: FindUser
  ) {}

  /**
   * Errors: UNAUTHORIZED without a token that is good here, EXPIRED_TOKEN when it was good once, CSRF_BLOCKED
   * for a cookie that another site's page made the browser send.
   */
  async authenticate(): Promise<SignedInUser> {
    this.authenticationAttempted = true
    const token = this.#sentToken()
    if (!token) throw new Refusal('UNAUTHORIZED')
    const user = await this.findUser.byId(await verifyAccessToken('user', token))
    if (!user) throw new Refusal('UNAUTHORIZED')
    this.user = user
    this.isAuthenticated = true
    return user
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
    return { headers: { authorization: `Bearer ${await signAccessToken('user', user.id)}` } }
  }

  /** The Bearer token; without an Authorization header, where browsers go, the cookie (contract 2). */
  #sentToken(): string | null {
    const header = this.ctx.request.header('authorization')
    if (header !== undefined) return BEARER.exec(header)?.[1] ?? null
    return FOR_BROWSERS.test(this.ctx.request.url()) ? accessCookie(this.ctx) : null
  }
}
