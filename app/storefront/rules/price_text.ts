import { currencyDigits } from './currency_digits.js'
import type { Price } from './listing.js'

/** Formats a price for people, for example `€19.00`. The currency defines how many decimals it has. */
export function priceText(price: Price | null): string {
  if (price === null) return 'Free'
  const { amount, currency } = price
  const digits = currencyDigits(currency)
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat('en', { style: 'currency', currency, ...decimals }).format(
    amount / 10 ** digits
  )
}
