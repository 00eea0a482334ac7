import { symbols } from '@adonisjs/auth'
import type { AuthClientResponse, GuardContract } from '@adonisjs/auth/types'
import type { HttpContext } from '@adonisjs/core/http'
import type { Portal } from '#end_users/rules/portal'
import FindTokenHolder from '#end_users/queries/find_token_holder'
import Refusal from '#kernel/refusals/refusal'
import { verifyEndUserToken, type EndUserToken } from '#kernel/secrets/end_user_tokens'
import type { Millis } from '#kernel/time/millis'
import { bearerToken } from './user_guard.js'

/** An end user who has signed in, and with which token. */
export type SignedInEndUser = {
  /** The end user; null for a sign-in with the key of a license that nobody owns. */
  id: string | null
  orgId: string
  email: string | null
  emailVerifiedAt: Millis | null
  token: EndUserToken
  portal: Portal
}

/** Lets in end users by their access token, as a Bearer token only (contract/00-shared-rules). */
export default class EndUserGuard implements GuardContract<SignedInEndUser> {
  declare [symbols.GUARD_KNOWN_EVENTS]: Record<string, never>
  readonly driverName = 'endUser'
  user?: SignedInEndUser
  isAuthenticated = false
  authenticationAttempted = false

  constructor(
    protected ctx: HttpContext,
    protected findHolder: FindTokenHolder
  ) {}

  /**
   * A ban ends the sign-in too, and whoever it shuts out is told of the ban (contract/00-shared-rules#order-on-end-user-routes).
   * @throws Refusal UNAUTHORIZED without a token that is good here, also when its end user was merged or erased or its
   *   sign-in was ended; EXPIRED_TOKEN; USER_BANNED.
   */
  async authenticate(): Promise<SignedInEndUser> {
    this.authenticationAttempted = true
    const sent = bearerToken(this.ctx)
    if (!sent) throw new Refusal('UNAUTHORIZED')
    const token = await verifyEndUserToken(sent)
    const holder = await this.findHolder.execute(token)
    if (!holder) throw new Refusal('UNAUTHORIZED')
    if (holder.banned) throw new Refusal('USER_BANNED')
    if (!holder.live) throw new Refusal('UNAUTHORIZED')
    const { id, email, emailVerifiedAt, portal } = holder
    this.user = { id, orgId: token.orgId, email, emailVerifiedAt, token, portal }
    this.isAuthenticated = true
    return this.user
  }

  async check(): Promise<boolean> {
    try {
      await this.authenticate()
      return true
    } catch {
      return false
    }
  }

  getUserOrFail(): SignedInEndUser {
    if (!this.user) throw new Refusal('UNAUTHORIZED')
    return this.user
  }

  async authenticateAsClient(): Promise<AuthClientResponse> {
    throw new Error('Sign in: an access token needs a session')
  }
}
