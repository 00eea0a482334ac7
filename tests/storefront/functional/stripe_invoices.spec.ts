import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { connect, drain, post, signedBy } from '#tests/testkit/processors'
import { createListing, createShop, ordersPath } from '#tests/testkit/shops'

/**
 * A subscription in the form of the Stripe API since 2025-03-31: a charge names a payment intent, an invoice does not.
 */
async function createSubscription(quantity = 1) {
  const { merchant, token } = await createShop()
  const { id: processorId } = await connect(merchant, 'stripe')
  const providerRefs = ['price_1', 'plink_1'].map((ref) => ({ processorId, ref }))
  await createListing(merchant, { providerRefs })
  const send = async (type: string, object: object) => {
    const body = JSON.stringify({
      id: newId(),
      type,
      created: Math.floor(Date.now() / 1000),
      data: { object },
    })
    await post(processorId, body, signedBy('stripe', body))
    await drain()
  }
  const end = Math.floor(Date.now() / 1000) + 30 * 86_400
  const line = {
    quantity,
    period: { end },
    pricing: { price_details: { price: 'price_1', product: 'p' } },
  }
  const email = `${newId()}@example.net`
  const told = {
    checkout: (metadata: object = {}) =>
      send('checkout.session.completed', {
        ...{ id: 'cs_1', payment_status: 'paid', subscription: 'sub_1', invoice: 'in_1' },
        ...{ payment_link: 'plink_1', metadata, customer_details: { email } },
      }),
    paid: (billing_reason = 'subscription_create') =>
      send('invoice.paid', {
        ...{ id: 'in_1', billing_reason, customer_email: email },
        ...{ amount_paid: 900, currency: 'usd', lines: { data: [line] } },
        parent: { subscription_details: { subscription: 'sub_1', metadata: {} } },
      }),
    by: () =>
      send('invoice_payment.paid', {
        ...{ id: 'inpay_1', object: 'invoice_payment', invoice: 'in_1', status: 'paid', amount_paid: 900 },
        payment: { type: 'payment_intent', payment_intent: 'pi_1' },
      }),
    refunded: () => send('charge.refunded', { id: 'ch_1', payment_intent: 'pi_1', refunded: true }),
  }
  const orders = async () =>
    (await call('GET', ordersPath(merchant), { token })).body.data.orders as {
      state: string
      flags: string[]
      licenses: object[]
    }[]
  return { told, orders }
}

/** contract/10-storefront#106-processor-events */
test.group('a refund of an invoice of Stripe', () => {
  test('{$self}: finds the order of its subscription')
    .with([
      ['paid', 'by', 'refunded'],
      ['by', 'paid', 'refunded'],
      ['refunded', 'by', 'paid'],
      ['paid', 'refunded', 'by'],
      ['paid', 'by', 'by', 'refunded'],
    ] as const)
    .run(async ({ assert }, order) => {
      const { told, orders } = await createSubscription()
      for (const one of order) await told[one]()
      assert.deepEqual(
        (await orders()).map(({ state }) => state),
        ['reversed']
      )
    })
})

/** contract/10-storefront#106-processor-events */
test.group('a subscription of Stripe for five pieces', () => {
  test('has five licenses if its checkout names the quantity: {$self}')
    .with([
      ['checkout', 'paid'],
      ['paid', 'checkout'],
    ] as const)
    .run(async ({ assert }, order) => {
      const { told, orders } = await createSubscription(5)
      const tell = { checkout: () => told.checkout({ quantity: '5' }), paid: () => told.paid() }
      for (const one of order) await tell[one]()
      const [{ flags, licenses }] = await orders()
      assert.lengthOf(licenses, 5)
      assert.deepEqual(flags, [])
    })

  test('is flagged if its checkout made an order for one: {$self}')
    .with(['subscription_create', 'subscription_cycle'])
    .run(async ({ assert }, reason) => {
      const { told, orders } = await createSubscription(5)
      await told.checkout()
      for (let time = 0; time < 2; time++) await told.paid(reason)
      const [{ flags, licenses }, ...others] = await orders()
      assert.lengthOf(others, 0)
      assert.lengthOf(licenses, 1)
      assert.deepEqual(flags, ['higher_quantity'])
    })
})
