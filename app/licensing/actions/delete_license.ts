import type { Millis } from '#kernel/time/millis'
import type { Scope } from '#kernel/audit/scope'
import { transaction } from '#kernel/database/unit_of_work'
import { lockLicense, momentOf } from './change_license.js'
import { eraseLicenses } from './erase_licenses.js'

/**
 * Deletes one license permanently (contract#timeline-and-deletion).
 * @throws Refusal LICENSE_NOT_FOUND
 */
export default class DeleteLicense {
  async execute(scope: Scope, id: string, reason: string | null = null, at?: Millis) {
    return transaction(async (trx) => {
      const state = await lockLicense(trx, scope, id)
      await eraseLicenses(trx, [state], { actor: scope.actor, now: momentOf(at), reason })
      return id
    })
  }
}
