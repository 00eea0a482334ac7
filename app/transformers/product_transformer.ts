import type { ProductRow } from '#queries/list_products'
import { iso } from './timestamps.js'

/** A product as the dashboard shows it. */
export function toProduct(row: ProductRow) {
  const { id, orgId, name, keyPrefix, policy } = row
  return { id, orgId, name, keyPrefix, policy, createdAt: iso(row.createdAt), updatedAt: iso(row.updatedAt) }
}
