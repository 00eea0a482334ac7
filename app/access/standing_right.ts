import type { HttpContext } from '@adonisjs/core/http'
import config from '#config/operations'
import Refusal from '#kernel/refusals/refusal'
import { assertStillAdmitted } from './still_admitted.js'

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
    const { expiresAt = Infinity } = this.ctx.auth.use('user')
    if (expiresAt <= Date.now()) throw new Refusal('EXPIRED_TOKEN')
    await assertStillAdmitted(this.ctx)
  }
}
