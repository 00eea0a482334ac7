import { test } from '@japa/runner'
import { amountOf } from '../../../resources/console/src/screens/storefront/money.js'

test.group('a typed amount', () => {
  test('becomes a whole number of the smallest unit', ({ assert }) => {
    const cases = [
      ['19', 'EUR', 1900],
      ['19.99', 'EUR', 1999],
      ['1.10', 'EUR', 110],
      ['4.350000', 'EUR', 435],
      ['1e3', 'EUR', 100_000],
      ['1.239e1', 'EUR', 1239],
      ['1200e-2', 'EUR', 1200],
      ['1900', 'JPY', 1900],
      ['1.235', 'KWD', 1235],
      ['90071992547409.91', 'EUR', 9_007_199_254_740_991],
    ] as const
    for (const [typed, currency, amount] of cases)
      assert.equal(amountOf(typed, currency), amount, `${typed} ${currency}`)
  })

  test('is not rounded where the currency has fewer decimals', ({ assert }) => {
    const cases = [
      ['19.5', 'JPY'],
      ['19.999', 'EUR'],
      ['1.005', 'EUR'],
      ['1.2345', 'KWD'],
      ['1e-3', 'EUR'],
      ['1.5e-3', 'EUR'],
    ] as const
    for (const [typed, currency] of cases) assert.isFalse(Number.isInteger(amountOf(typed, currency)), typed)
  })
})
