import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { connect, drain, post, signedBy } from '#tests/testkit/processors'
import { createListing, createShop, ordersPath } from '#tests/testkit/shops'

/**
 * A subscription in the form of the Stripe API since 2025-03-31: a charge names a payment intent, an invoice does not.
 */
async function createSubscription() {
  const { merchant, token } = await createShop()
  const { id: processorId } = await connect(merchant, 'stripe')
  await createListing(merchant, { providerRefs: [{ processorId, ref: 'price_1' }] })
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
    quantity: 1,
    period: { end },
    pricing: { price_details: { price: 'price_1', product: 'p' } },
  }
  const told = {
    paid: () =>
      send('invoice.paid', {
        ...{ id: 'in_1', billing_reason: 'subscription_create', customer_email: `${newId()}@example.net` },
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
    (await call('GET', ordersPath(merchant), { token })).body.data.orders as { state: string }[]
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
