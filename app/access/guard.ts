import { symbols } from '@adonisjs/auth'
import type { AuthClientResponse, GuardContract } from '@adonisjs/auth/types'
import Refusal from '#kernel/refusals/refusal'

/** What the guards of all credentials share: they remember who was authenticated, and refuse with UNAUTHORIZED. */
export abstract class Guard<Caller> implements GuardContract<Caller> {
  declare [symbols.GUARD_KNOWN_EVENTS]: Record<string, never>
  abstract readonly driverName: string
  user?: Caller
  isAuthenticated = false
  authenticationAttempted = false

  /** @throws Refusal if the request has no valid credential of this kind */
  abstract authenticate(): Promise<Caller>

  /** For the test client; `caller` is whom it calls as. */
  abstract authenticateAsClient(caller: Caller): Promise<AuthClientResponse>

  async check(): Promise<boolean> {
    try {
      await this.authenticate()
      return true
    } catch {
      return false
    }
  }

  /** @throws Refusal UNAUTHORIZED if nobody is authenticated */
  getUserOrFail(): Caller {
    if (!this.user) throw new Refusal('UNAUTHORIZED')
    return this.user
  }
}
