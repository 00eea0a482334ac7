import { changeStatus } from '#licensing/rules/changes'
import type { Millis } from '#kernel/time/millis'
import type { StatusCommand } from '#licensing/rules/state_machine'
import type { Scope } from '#kernel/audit/scope'
import Refusal from '#kernel/refusals/refusal'
import type { LicenseDetail } from '#licensing/queries/read_license'
import { transaction } from '#kernel/database/unit_of_work'
import { applyDecision, lockLicense, momentOf, readBack } from './change_license.js'

/**
 * Revokes, unrevokes, suspends or unsuspends one license (interface#3-states-and-transitions,
 * interface#status-routes).
 * @throws Refusal LICENSE_NOT_FOUND; CONFLICT if the current status does not allow the command, or already is the
 *   requested one.
 */
export default class ChangeLicenseStatus {
  async execute(
    scope: Scope,
    id: string,
    command: StatusCommand,
    reason: string | null = null,
    at?: Millis
  ): Promise<LicenseDetail> {
    return transaction(async (trx) => {
      const state = await lockLicense(trx, scope, id)
      const now = momentOf(at)
      const decision = changeStatus(state, command, now)
      if (decision.outcome === 'skipped') {
        throw new Refusal('CONFLICT', { message: `Cannot ${command} a license that is ${state.status}` })
      }
      await applyDecision(trx, state, decision, { actor: scope.actor, now, reason })
      return readBack(trx, scope, id)
    })
  }
}
