/**
 * The decimals of the currencies that do not have two (ISO 4217). `Intl` follows CLDR instead: it shows some currencies
 * without decimals although their smallest unit is a hundredth, for example HUF. The console has a generated copy.
 */
export const CURRENCY_DIGITS: Readonly<Record<string, number>> = {
  ...{ BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0, UGX: 0, UYI: 0 },
  ...{ VND: 0, VUV: 0, XAF: 0, XOF: 0, XPF: 0 },
  ...{ BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3, CLF: 4, UYW: 4 },
}

/** How many decimals the amounts of a currency have. `currency` is its code in capital letters. */
export function currencyDigits(currency: string): number {
  return CURRENCY_DIGITS[currency] ?? 2
}
