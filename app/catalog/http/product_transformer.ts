import type { ProductRow } from '#catalog/queries/list_products'
import { iso } from '#kernel/time/iso'

/** A product as the dashboard shows it. */
export function toProduct(row: ProductRow) {
  const { createdAt, updatedAt, ...product } = row
  return { ...product, createdAt: iso(createdAt), updatedAt: iso(updatedAt) }
}
