import { noSuch } from '#kernel/refusals/refusals'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import { changedRows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import type { ProductScope } from './add_blacklist_entries.js'

/**
 * Removes an entry from a product's blacklist (contract#blacklists).
 * @throws Refusal NOT_FOUND
 */
export default class DeleteBlacklistEntry {
  async execute(scope: ProductScope, id: string, origin: Origin, now = Date.now()): Promise<string> {
    const { orgId, productId } = scope
    return transaction(async (trx) => {
      const deleted = await changedRows(
        trx,
        `delete from blacklist_entries where id = ? and product_id = ? and org_id = ?`,
        [id, productId, orgId]
      )
      if (deleted === 0) throw noSuch('blacklist entry')
      const data = { productId }
      await recordAudit(trx, origin, { orgId, action: 'blacklist.removed', subject: id, data }, now)
      return id
    })
  }
}
