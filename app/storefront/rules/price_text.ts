import type { Price } from './listing.js'

/** Formats a price for people, for example `€19.00`. The currency defines how many decimals it has. */
export function priceText(price: Price | null): string {
  if (price === null) return 'Free'
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: price.currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(price.amount / 10 ** digits)
}
