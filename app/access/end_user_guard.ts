import type { AuthClientResponse } from '@adonisjs/auth/types'
import type { HttpContext } from '@adonisjs/core/http'
import type { Portal } from '#end_users/rules/portal'
import FindTokenHolder from '#end_users/queries/find_token_holder'
import Refusal from '#kernel/refusals/refusal'
import { Guard } from './guard.js'
import { verifyEndUserToken, type EndUserToken } from '#kernel/secrets/end_user_tokens'
import type { Millis } from '#kernel/time/millis'
import { bearerToken } from './user_guard.js'

/** A signed-in end user, with the token of the request. */
export type SignedInEndUser = {
  /** The id of the end user; null for a sign-in with the key of a license without an owner. */
  id: string | null
  orgId: string
  email: string | null
  emailVerifiedAt: Millis | null
  token: EndUserToken
  portal: Portal
}

/** Authenticates end users by their access token, as a Bearer token only (contract/00-shared-rules). */
export default class EndUserGuard extends Guard<SignedInEndUser> {
  readonly driverName = 'endUser'

  constructor(
    protected ctx: HttpContext,
    protected findHolder: FindTokenHolder
  ) {
    super()
  }

  /**
   * Checks the ban before the sign-in, because a ban also ends the sign-in and the end user must see USER_BANNED
   * (contract/00-shared-rules#order-on-end-user-routes).
   * @throws Refusal UNAUTHORIZED if there is no valid token, or if its end user was merged or erased or its sign-in
   *   was ended; EXPIRED_TOKEN; USER_BANNED.
   */
  async authenticate(): Promise<SignedInEndUser> {
    this.authenticationAttempted = true
    const sent = bearerToken(this.ctx)
    if (!sent) throw new Refusal('UNAUTHORIZED')
    return this.#find(await verifyEndUserToken(sent))
  }

  /**
   * Reads the end user of the verified token again, for a request that has been running for a while. The token may have
   * expired meanwhile.
   * @throws those of `authenticate` except EXPIRED_TOKEN
   */
  askAgain(): Promise<SignedInEndUser> {
    return this.#find(this.getUserOrFail().token)
  }

  async #find(token: EndUserToken): Promise<SignedInEndUser> {
    const holder = await this.findHolder.execute(token)
    if (!holder) throw new Refusal('UNAUTHORIZED')
    if (holder.banned) throw new Refusal('USER_BANNED')
    if (!holder.live) throw new Refusal('UNAUTHORIZED')
    const { id, email, emailVerifiedAt, portal } = holder
    this.user = { id, orgId: token.orgId, email, emailVerifiedAt, token, portal }
    this.isAuthenticated = true
    return this.user
  }

  async authenticateAsClient(): Promise<AuthClientResponse> {
    throw new Error('Sign in: an access token needs a session')
  }
}
