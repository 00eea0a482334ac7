import type { ProductRow } from '#catalog/queries/list_products'
import { iso } from '#kernel/time/iso'

/** A product as the dashboard shows it. */
export function toProduct(row: ProductRow) {
  const { id, orgId, name, keyPrefix, policy } = row
  return { id, orgId, name, keyPrefix, policy, createdAt: iso(row.createdAt), updatedAt: iso(row.updatedAt) }
}
