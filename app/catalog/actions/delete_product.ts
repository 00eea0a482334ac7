import { forgetApiKeys } from '#accounts/credentials/api_keys'
import type { Scope } from '#kernel/audit/scope'
import Refusal from '#kernel/refusals/refusal'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { removeEndpointsOf } from '#kernel/outbox/listening'

/**
 * Deletes a product without licenses, with its API keys, webhook endpoints, listings and blacklist (contract#products).
 * Its orders stay, with the listing as it was sold (contract/10-storefront#103-listings), and its endpoints still receive
 * what happened before (contract#6-events-and-webhooks).
 * @throws Refusal PRODUCT_NOT_FOUND; CONFLICT while it has licenses or pending orders.
 */
export default class DeleteProduct {
  async execute({ orgId }: Scope, id: string, origin: Origin, now = Date.now()): Promise<string> {
    return transaction(async (trx) => {
      // Creating licenses takes a shared lock on the product, so no license can be created between the check and the
      // deletion.
      const product = await firstRow<{ name: string }>(
        trx,
        `select name from products where id = ? and org_id = ? for update`,
        [id, orgId]
      )
      if (!product) throw new Refusal('PRODUCT_NOT_FOUND')
      if (await firstRow(trx, `select 1 from licenses where product_id = ? limit 1`, [id])) {
        throw new Refusal('CONFLICT', { message: 'The product has licenses: delete them first' })
      }
      // A pending order may be paid already, so the merchant decides about it before its product goes.
      const pending = `select 1 from orders where org_id = ? and product_id = ? and state = 'pending' limit 1`
      if (await firstRow(trx, pending, [orgId, id])) {
        throw new Refusal('CONFLICT', {
          message: 'Orders of the product are pending: fulfil or reject them first',
        })
      }
      const tiers = 'tier_id in (select id from tiers where product_id = ?)'
      await rows(trx, `delete from tier_count_deltas where ${tiers}`, [id])
      await rows(trx, `delete from tier_counts where ${tiers}`, [id])
      await removeEndpointsOf(trx, id, now)
      await rows(trx, `delete from products where id = ?`, [id])
      const data = { name: product.name }
      await recordAudit(trx, origin, { orgId, action: 'product.deleted', subject: id, data }, now)
      trx.after('commit', forgetApiKeys)
      return id
    })
  }
}
