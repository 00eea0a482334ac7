import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { connect, drain, post, signedBy } from '#tests/testkit/processors'
import { createListing } from '#tests/testkit/shops'
import { inDays } from '#tests/testkit/subscriber'
import { ADDON, createTarget, daysOf, MINUTE, RENEWAL } from './target.js'

const seconds = (days: number) => Math.floor(Date.parse(inDays(days)) / 1000)

/**
 * A license with 10 days of its own, and a subscription of Stripe that names it, in the form of the API since 2025-03-31: an
 * invoice does not name its payment, and the charge of a refund does not name its invoice.
 */
async function createSubscription(sold: object) {
  const { merchant, read } = await createTarget(sold)
  const { id: processorId } = await connect(merchant, 'stripe')
  await createListing(merchant, { ...sold, name: 'More', providerRefs: [{ processorId, ref: 'price_1' }] })
  const { id: license_id } = await read()
  const send = async (type: string, minutes: number, object: object) => {
    const body = JSON.stringify({ id: newId(), type, created: seconds(-minutes * MINUTE), data: { object } })
    await post(processorId, body, signedBy('stripe', body))
    await drain()
  }
  const paid = (time: number) =>
    send('invoice.paid', 50 - 10 * time, {
      ...{ id: `in_${time}`, billing_reason: time === 0 ? 'subscription_create' : 'subscription_cycle' },
      ...{ customer_email: 'ada@example.com', amount_paid: 900, currency: 'usd' },
      lines: { data: [{ period: { end: seconds(30 * (time + 1)) }, price: { id: 'price_1' } }] },
      parent: { subscription_details: { subscription: 'sub_1', metadata: { license_id } } },
    })
  const by = (time: number) =>
    send('invoice_payment.paid', 50 - 10 * time, {
      invoice: `in_${time}`,
      payment: { payment_intent: `pi_${time}` },
    })
  const refunded = (time: number) =>
    send('charge.refunded', 10, { id: `ch_${time}`, payment_intent: `pi_${time}`, refunded: true })
  return { told: { paid, by, refunded }, days: async () => daysOf(await read()) }
}

/** contract/10-storefront#106-processor-events */
test.group('a refund of an invoice of Stripe for an existing license', () => {
  test('takes the time of this invoice back: {sold.kind}, {order}')
    .with(
      [RENEWAL, ADDON].flatMap((sold) =>
        (
          [
            ['paid', 'by', 'refunded'],
            ['refunded', 'by', 'paid'],
            ['by', 'refunded', 'paid'],
            ['refunded', 'paid', 'by'],
          ] as const
        ).map((order) => ({ sold, order }))
      )
    )
    .run(async ({ assert }, { sold, order }) => {
      const { told, days } = await createSubscription(sold)
      for (const one of ['paid', 'by'] as const) await told[one](0)
      for (const one of order) await told[one](1)
      assert.equal(await days(), sold === RENEWAL ? 33 : 10)
    })
})
