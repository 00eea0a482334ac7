import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#domain/scope'
import { rows } from '#services/sql'

export type ProductRow = {
  id: string
  orgId: string
  name: string
  keyPrefix: string | null
  policy: Record<string, unknown>
  createdAt: Date
  updatedAt: Date
}

/** The columns of a product as `ProductRow` names them. */
export const PRODUCT_COLUMNS = `id, org_id as "orgId", name, key_prefix as "keyPrefix", policy,
  created_at as "createdAt", updated_at as "updatedAt"`

/** The products of an org, oldest first (interface 4.1). */
export default class ListProducts {
  execute(scope: Scope): Promise<ProductRow[]> {
    return rows(db.connection(), `select ${PRODUCT_COLUMNS} from products where org_id = ? order by id`, [
      scope.orgId,
    ])
  }
}
