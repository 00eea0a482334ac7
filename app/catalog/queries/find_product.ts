import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { productsInScope } from '#kernel/database/in_scope'
import { firstRow } from '#kernel/database/sql'
import { PRODUCT_COLUMNS, type ProductRow } from './list_products.js'

/** Finds one product of a scope; null if the scope does not contain it. */
export default class FindProduct {
  execute(scope: Scope, id: string): Promise<ProductRow | null> {
    const own = productsInScope(scope)
    const sql = `select ${PRODUCT_COLUMNS} from products where id = ? and ${own.sql}`
    return firstRow(db.connection(), sql, [id, ...own.values])
  }
}
