import { symbols } from '@adonisjs/auth'
import type { AuthClientResponse, GuardContract } from '@adonisjs/auth/types'
import type { HttpContext } from '@adonisjs/core/http'
import Refusal from '#exceptions/refusal'
import { signAccessToken, verifyAccessToken } from '#services/tokens'
import FindUser, { type SignedInUser } from '#queries/find_user'

const BEARER = /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/i

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

  /** Errors: UNAUTHORIZED without a token that is good here, EXPIRED_TOKEN when it was good once. */
  async authenticate(): Promise<SignedInUser> {
    this.authenticationAttempted = true
    const token = BEARER.exec(this.ctx.request.header('authorization') ?? '')?.[1]
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
}
