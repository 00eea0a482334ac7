import type { Scope } from '#kernel/audit/scope'

/** A condition of a where clause, with a value for each of its `?`. */
export type Condition = { sql: string; values: unknown[] }

/**
 * The rows that belong to a scope: to its org and, where the scope is bound to a product, to that product. `table` is
 * the name of the table in the statement, `product` its column with the id of the product.
 */
export function inScope(
  { orgId, productId }: Pick<Scope, 'orgId' | 'productId'>,
  table: string,
  product = 'product_id'
): Condition {
  return {
    sql: `${table}.org_id = ? and (?::uuid is null or ${table}.${product} = ?::uuid)`,
    values: [orgId, productId, productId],
  }
}

/** The products of a scope: those of its org or, where it is bound to one, that one alone. */
export function productsInScope(scope: Pick<Scope, 'orgId' | 'productId'>): Condition {
  return inScope(scope, 'products', 'id')
}
