import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import Refusal from '#kernel/refusals/refusal'
import { productsInScope } from '#kernel/database/in_scope'
import { firstRow } from '#kernel/database/sql'

/**
 * Checks that the requested product belongs to the scope.
 * @throws Refusal PRODUCT_NOT_FOUND
 */
export async function assertProduct(scope: Scope, asked: string) {
  const own = productsInScope(scope)
  const sql = `select id from products where id = ? and ${own.sql}`
  const found = await firstRow(db.connection(), sql, [asked, ...own.values])
  if (!found) throw new Refusal('PRODUCT_NOT_FOUND')
}
