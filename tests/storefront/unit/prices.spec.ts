import { test } from '@japa/runner'
import { currencyDigits } from '#storefront/rules/currency_digits'
import { priceText } from '#storefront/rules/price_text'
import { readEvent } from '#storefront/rules/read_event'
import { amountOf, moneyOf, typedAmount } from '../../../resources/console/src/screens/storefront/money.js'

/** ISO 4217 defines the smallest unit of each currency; contract/10-storefront#103-listings. */
test.group('prices', () => {
  test('{amount} {currency}: {typed} on the page of the shop, in the console and in the portal')
    .with([
      ...[
        { currency: 'EUR', amount: 1900, typed: '19.00' },
        { currency: 'HUF', amount: 199_000, typed: '1990.00' },
        { currency: 'IDR', amount: 4_900_050, typed: '49000.50' },
        { currency: 'PKR', amount: 1, typed: '0.01' },
      ],
      ...[
        { currency: 'JPY', amount: 1900, typed: '1900' },
        { currency: 'ISK', amount: 500, typed: '500' },
        { currency: 'KWD', amount: 1900, typed: '1.900' },
        { currency: 'IQD', amount: 25_000, typed: '25.000' },
        { currency: 'CLF', amount: 12_345, typed: '1.2345' },
      ],
    ])
    .run(({ assert }, { currency, amount, typed }) => {
      assert.equal(priceText({ amount, currency }).replace(/[^\d.]/g, ''), typed)
      assert.equal(moneyOf(amount, currency), `${currency} ${typed}`)
      assert.equal(typedAmount(amount, currency), typed)
      assert.equal(amountOf(typed, currency), amount)
    })

  test('have as many decimals as Intl shows, except in currencies that it shows without decimals', ({
    assert,
  }) => {
    for (const currency of Intl.supportedValuesOf('currency')) {
      const format = new Intl.NumberFormat('en', { style: 'currency', currency })
      const shown = format.resolvedOptions().maximumFractionDigits
      assert.isTrue(shown === currencyDigits(currency) || shown === 0, currency)
    }
  })
})

/** Stripe sends some currencies in another unit: https://docs.stripe.com/currencies#special-cases */
test.group('amounts from Stripe', () => {
  test('{sent} {currency} are {amount} of the smallest unit')
    .with([
      { currency: 'isk', sent: 50_000, amount: 500 },
      { currency: 'ugx', sent: 370_099, amount: 3700 },
      { currency: 'mga', sent: 4000, amount: 400_000 },
      { currency: 'jpy', sent: 1900, amount: 1900 },
      { currency: 'eur', sent: 1900, amount: 1900 },
      { currency: 'huf', sent: 199_000, amount: 199_000 },
    ])
    .run(({ assert }, { currency, sent, amount }) => {
      const told = [
        ['checkout.session.completed', { id: 'cs_1', payment_status: 'paid', amount_total: sent }],
        ['invoice.paid', { subscription: 'sub_1', billing_reason: 'subscription_cycle', amount_paid: sent }],
        ['charge.refunded', { id: 'ch_1', amount_refunded: sent }],
      ] as const
      for (const [type, object] of told) {
        const { normal } = readEvent('stripe', {
          id: 'evt_1',
          type,
          data: { object: { ...object, currency } },
        })
        assert.equal(normal?.amount, amount, type)
      }
    })
})
