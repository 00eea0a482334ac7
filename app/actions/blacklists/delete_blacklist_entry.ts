import Refusal from '#exceptions/refusal'
import { changedRows } from '#services/sql'
import { transaction } from '#services/unit_of_work'
import type { ProductScope } from './add_blacklist_entries.js'

/** Takes an entry off a product's blacklist (contract 3). Errors: NOT_FOUND. */
export default class DeleteBlacklistEntry {
  async execute(scope: ProductScope, id: string): Promise<string> {
    const deleted = await transaction((trx) =>
      changedRows(trx, `delete from blacklist_entries where id = ? and product_id = ? and org_id = ?`, [
        id,
        scope.productId,
        scope.orgId,
      ])
    )
    if (deleted === 0) throw new Refusal('NOT_FOUND', { message: 'No such blacklist entry' })
    return id
  }
}
