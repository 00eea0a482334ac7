import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#domain/scope'
import { firstRow } from '#services/sql'
import { PRODUCT_COLUMNS, type ProductRow } from './list_products.js'

/** One product of a scope; null when it is not there. */
export default class FindProduct {
  execute(scope: Scope, id: string): Promise<ProductRow | null> {
    return firstRow(
      db.connection(),
      `select ${PRODUCT_COLUMNS} from products
       where id = ? and org_id = ? and (?::uuid is null or id = ?::uuid)`,
      [id, scope.orgId, scope.productId, scope.productId]
    )
  }
}
