/** How many digits a currency has behind the point; 2 for one that nobody knows. */
function digitsOf(currency: string): number {
  try {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
    }).resolvedOptions()
    return maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

/** "EUR 19.00" of an amount in the smallest unit. */
export function moneyOf(amount: number | null, currency: string | null): string {
  if (amount === null || currency === null) return 'Free'
  return `${currency} ${typedAmount(amount, currency)}`
}

/** "19.00", as it is typed. */
export function typedAmount(amount: number, currency: string): string {
  const digits = digitsOf(currency)
  return (amount / 10 ** digits).toFixed(digits)
}

/** What was typed, in the smallest unit. */
export const amountOf = (typed: string, currency: string) =>
  Math.round(Number(typed) * 10 ** digitsOf(currency))
