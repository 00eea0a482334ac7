import { test } from '@japa/runner'
import type { SoldListing } from '#storefront/rules/listing'
import { isPaidLess } from '#storefront/rules/paid'

const listing = (price: SoldListing['price']) => ({ price }) as SoldListing

/** contract/10-storefront#107-abuse */
test.group('a payment', () => {
  test('of {amount} {currency} for {quantity} at 10.00 EUR is lower: {expected}')
    .with([
      { amount: 1000, currency: 'EUR', quantity: 1, expected: false },
      { amount: 999, currency: 'EUR', quantity: 1, expected: true },
      { amount: 1000, currency: 'EUR', quantity: 2, expected: true },
      { amount: 1000, currency: 'JPY', quantity: 1, expected: true },
      { amount: 1000, currency: null, quantity: 1, expected: false },
      { amount: 999, currency: null, quantity: 1, expected: true },
      { amount: null, currency: null, quantity: 1, expected: false },
    ])
    .run(({ assert }, { quantity, expected, ...event }) => {
      const order = { listing: listing({ amount: 1000, currency: 'EUR' }), quantity }
      assert.equal(isPaidLess(order, event), expected)
    })

  test('for what is free is never lower', ({ assert }) => {
    assert.isFalse(isPaidLess({ listing: listing(null), quantity: 1 }, { amount: 1, currency: 'EUR' }))
  })
})
