import type { Scope } from '#kernel/audit/scope'

/** A condition of a where clause, with a value for each `?`. */
export type Condition = { sql: string; values: unknown[] }

/**
 * Selects the rows of a scope: those of its org and, if the scope is bound to a product, only those of that product.
 * `table` is the name of the table in the statement, `product` its column with the id of the product.
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

/** Selects the products of a scope: all products of its org, or only the one that the scope is bound to. */
export function productsInScope(scope: Pick<Scope, 'orgId' | 'productId'>): Condition {
  return inScope(scope, 'products', 'id')
}
