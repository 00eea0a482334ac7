import { changeStatus } from '#domain/license/changes'
import type { Millis } from '#domain/millis'
import type { StatusCommand } from '#domain/license/state_machine'
import type { Scope } from '#domain/scope'
import Refusal from '#exceptions/refusal'
import type { LicenseDetail } from '#queries/licenses/read_license'
import { transaction } from '#services/unit_of_work'
import { applyDecision, lockLicense, readBack } from './change_license.js'

/**
 * revoke, unrevoke, suspend and unsuspend of one license (interface#3-states-and-transitions, interface#status-routes).
 * Errors: LICENSE_NOT_FOUND; CONFLICT where the license is in another state, the wanted one included.
 */
export default class ChangeLicenseStatus {
  async execute(
    scope: Scope,
    id: string,
    command: StatusCommand,
    reason: string | null = null,
    now: Millis = Date.now()
  ): Promise<LicenseDetail> {
    return transaction(async (trx) => {
      const state = await lockLicense(trx, scope, id)
      const decision = changeStatus(state, command, now)
      if (decision.outcome === 'skipped') {
        throw new Refusal('CONFLICT', { message: `Cannot ${command} a license that is ${state.status}` })
      }
      await applyDecision(trx, state, decision, { actor: scope.actor, now, reason })
      return readBack(trx, scope, id, now)
    })
  }
}
