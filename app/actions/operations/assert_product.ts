import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#domain/scope'
import Refusal from '#exceptions/refusal'
import { firstRow } from '#services/sql'

/** Makes sure that a product which a request names is one of its scope. Errors: PRODUCT_NOT_FOUND. */
export async function assertProduct({ orgId, productId }: Scope, asked: string) {
  const sql = 'select id from products where id = ? and org_id = ? and (?::uuid is null or id = ?::uuid)'
  const found = await firstRow(db.connection(), sql, [asked, orgId, productId, productId])
  if (!found) throw new Refusal('PRODUCT_NOT_FOUND')
}
