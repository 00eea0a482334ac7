import type { HttpContext } from '@adonisjs/core/http'
import { requirePermission } from './api_key_guard.js'
import config from '#config/operations'
import Refusal from '#kernel/refusals/refusal'
import { orgSuspended } from '#kernel/refusals/refusals'
import { apiKeyIn, findApiKey } from '#accounts/credentials/api_keys'
import { enterAgain } from './admission.js'

/**
 * Checks the right of a long-running request to keep receiving data. The right ends with the token, the key, the
 * membership or the role that admitted the request. The service checks it every 15 seconds, and `holds` checks it
 * again before the end of the answer (contract/01-changes#rights-end-everything).
 */
export default class StandingRight {
  #asking: NodeJS.Timeout
  #expiry?: NodeJS.Timeout

  /** Calls `lost` when the right ends. */
  constructor(
    protected ctx: HttpContext,
    lost: () => void
  ) {
    this.#asking = setInterval(() => {
      // An unreachable store does not end the right. The request cannot read data from it anyway.
      this.#ask().catch((error) => error instanceof Refusal && lost())
    }, config.rightsAskedEvery)
    const { expiresAt } = ctx.auth.use('user')
    if (expiresAt !== undefined) this.#expiry = setTimeout(lost, Math.max(0, expiresAt - Date.now()))
  }

  /** Returns true if the right is still valid; false also if that cannot be determined. */
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

  /** @throws Refusal as the request would get it now. */
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
