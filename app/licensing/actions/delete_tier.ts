import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import type { Millis } from '#kernel/time/millis'
import { lockTier } from '#licensing/store/tier_store'

/** Deletes a tier that has no licenses (contract/17-tiers). @throws Refusal NOT_FOUND; CONFLICT if it has licenses */
export default class DeleteTier {
  execute(scope: Scope, id: string, origin: Origin, now: Millis = Date.now()): Promise<string> {
    return transaction(async (trx) => {
      const { code, licenseCount } = await lockTier(trx, scope, id, true)
      if (licenseCount > 0) {
        throw new Refusal('CONFLICT', {
          message: 'The tier has licenses: give them another tier first, or archive this tier',
        })
      }
      await rows(trx, `delete from tiers where id = ?`, [id])
      await rows(trx, `delete from tier_count_deltas where tier_id = ?`, [id])
      await rows(trx, `delete from tier_counts where tier_id = ?`, [id])
      const { orgId } = scope
      await recordAudit(trx, origin, { orgId, action: 'tier.deleted', subject: id, data: { code } }, now)
      return id
    })
  }
}
