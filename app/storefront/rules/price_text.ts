import type { Price } from './listing.js'

/** A price as people read it, such as `€19.00`; the smallest units are those of its currency. */
export function priceText(price: Price | null): string {
  if (price === null) return 'Free'
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: price.currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(price.amount / 10 ** digits)
}
