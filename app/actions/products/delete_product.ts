import type { Scope } from '#domain/scope'
import Refusal from '#exceptions/refusal'
import { firstRow, rows } from '#services/sql'
import { transaction } from '#services/unit_of_work'

/**
 * Deletes a product without licenses, with its API keys, webhook endpoints and blacklist (contract 2,
 * Products). Errors: PRODUCT_NOT_FOUND; CONFLICT while it has licenses.
 */
export default class DeleteProduct {
  async execute(scope: Scope, id: string): Promise<string> {
    return transaction(async (trx) => {
      // Creating licenses holds a share of this lock, so none can come in between.
      const product = await firstRow(trx, `select id from products where id = ? and org_id = ? for update`, [
        id,
        scope.orgId,
      ])
      if (!product) throw new Refusal('PRODUCT_NOT_FOUND')
      if (await firstRow(trx, `select 1 from licenses where product_id = ? limit 1`, [id])) {
        throw new Refusal('CONFLICT', { message: 'The product has licenses: delete them first' })
      }
      await rows(trx, `delete from products where id = ?`, [id])
      return id
    })
  }
}
