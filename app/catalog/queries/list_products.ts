import db from '@adonisjs/lucid/services/db'
import type { FeatureDeclaration } from '#catalog/rules/features'
import type { Scope } from '#kernel/audit/scope'
import { orderById, readPage, type Page, type PageRequest } from '#kernel/database/keyset'
import { productsInScope } from '#kernel/database/in_scope'
import { rows, type SqlExecutor } from '#kernel/database/sql'
import type { Distribution } from '#catalog/rules/product'

export type ProductRow = {
  id: string
  orgId: string
  name: string
  keyPrefix: string | null
  policy: Record<string, unknown>
  distribution: Distribution
  features: FeatureDeclaration[]
  revision: number
  createdAt: Date
  updatedAt: Date
}

/** The columns of a product with the names of `ProductRow`. */
export const PRODUCT_COLUMNS = `id, org_id as "orgId", name, key_prefix as "keyPrefix", policy, distribution, features,
  revision, created_at as "createdAt", updated_at as "updatedAt"`

/** The products of a scope, oldest first (interface#41-session-and-user). @throws Refusal INVALID_CURSOR */
export default class ListProducts {
  execute(scope: Scope, page: PageRequest, client: SqlExecutor = db.connection()): Promise<Page<ProductRow>> {
    const own = productsInScope(scope)
    return readPage(page, orderById('products'), ([after], count) =>
      rows<ProductRow>(
        client,
        `select ${PRODUCT_COLUMNS} from products
         where ${own.sql} and (?::uuid is null or id > ?::uuid)
         order by id limit ?`,
        [...own.values, after, after, count]
      )
    )
  }
}
