import type { HttpContext } from '@adonisjs/core/http'
import { requirePermission } from './api_key_guard.js'
import config from '#config/operations'
import Refusal from '#kernel/refusals/refusal'
import { orgSuspended } from '#kernel/refusals/refusals'
import { apiKeyIn, findApiKey } from '#accounts/credentials/api_keys'
import { enterAgain } from './admission.js'

/**
 * The right to what a request that is held open goes on to tell. It ends with the token, the key, the membership or the
 * role that let the request in: the service asks again every 15 seconds, and `holds` asks once more before the last
 * word (contract/01-changes#rights-end-everything).
 */
export default class StandingRight {
  #asking: NodeJS.Timeout
  #expiry?: NodeJS.Timeout

  /** Calls `lost` when the right has ended. */
  constructor(
    protected ctx: HttpContext,
    lost: () => void
  ) {
    this.#asking = setInterval(() => {
      // A store that cannot be asked ends nothing, and nothing is told from it either.
      this.#ask().catch((error) => error instanceof Refusal && lost())
    }, config.rightsAskedEvery)
    const { expiresAt } = ctx.auth.use('user')
    if (expiresAt !== undefined) this.#expiry = setTimeout(lost, Math.max(0, expiresAt - Date.now()))
  }

  /** Whether the right stands now; false as well when nobody can tell. */
  async holds(): Promise<boolean> {
    return this.#ask().then(
      () => true,
      () => false
    )
  }

  stop() {
    clearInterval(this.#asking)
    clearTimeout(this.#expiry)
  }

  /** @throws the Refusal that the request would get now. */
  async #ask() {
    const { ctx } = this
    if (ctx.scope.actor.type !== 'apiKey') {
      await ctx.auth.use('user').authenticate()
      if (ctx.admission) await enterAgain(ctx, ctx.admission)
      return
    }
    const key = await findApiKey(apiKeyIn(ctx.request.request.headers) ?? '')
    if (key?.id !== ctx.scope.actor.id) throw new Refusal('UNAUTHORIZED')
    if (key.suspended) throw orgSuspended()
    if (ctx.requiredPermission) requirePermission(key, ctx.requiredPermission)
  }
}
