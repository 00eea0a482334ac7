import { CURRENCY_DIGITS } from '../../generated/currency_digits.js'

/** The number of decimals of a currency. */
const digitsOf = (currency: string) => CURRENCY_DIGITS[currency.toUpperCase()] ?? 2

/** Formats an amount in the smallest unit, e.g. "EUR 19.00". */
export function moneyOf(amount: number | null, currency: string | null): string {
  if (amount === null || currency === null) return 'Free'
  return `${currency} ${typedAmount(amount, currency)}`
}

/** Formats an amount in the smallest unit for an input, e.g. "19.00". */
export function typedAmount(amount: number, currency: string): string {
  const digits = digitsOf(currency)
  return (amount / 10 ** digits).toFixed(digits)
}

/**
 * Converts a typed amount to the smallest unit. More decimals than the currency has are not rounded away: the service
 * refuses the amount, which is then no whole number.
 */
export function amountOf(typed: string, currency: string): number {
  const digits = digitsOf(currency)
  const amount = Number(typed) * 10 ** digits
  const [, places = '', power = '0'] = /^[^.e]*\.?(\d*?)0*(?:e([-+]?\d+))?$/i.exec(typed.trim()) ?? []
  const decimals = places.length - Number(power)
  return decimals > digits ? amount : Math.round(amount)
}
