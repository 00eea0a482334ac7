import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { DAY } from '#kernel/time/millis'
import { call } from '#tests/testkit/api'
import { connect, drain, post, signedBy } from '#tests/testkit/processors'
import { createListing, createShop, ordersPath, shopPath } from '#tests/testkit/shops'
import { createSubscriber, inDays } from '#tests/testkit/subscriber'

type Order = { state: string; flags: string[]; endUserId: string; listing: { name: string } }

/** A subscriber to an editor in a shop that also sells fonts once, for `price_fonts`. */
async function createCharged(provider: 'paddle' | 'stripe') {
  const { merchant, token } = await createShop()
  const { id: processorId } = await connect(merchant, provider)
  const list = (name: string, ref: string) =>
    createListing(merchant, { name, providerRefs: [{ processorId, ref }] })
  const editor = await list('Editor', 'price_editor')
  await list('Fonts', 'price_fonts')
  const send = async (event: object) => {
    const body = JSON.stringify(event)
    await post(processorId, body, signedBy(provider, body))
    await drain()
  }
  const read = async (): Promise<Order[]> =>
    (await call('GET', ordersPath(merchant), { token })).body.data.orders
  const orders = async () =>
    Object.fromEntries((await read()).map(({ listing, state, flags }) => [listing.name, [state, ...flags]]))
  const buyers = async () => new Set((await read()).map(({ endUserId }) => endUserId)).size
  const path = `${shopPath(merchant)}/processors/${processorId}/events?limit=1`
  const last = async () => (await call('GET', path, { token })).body.data.events[0]
  const names = { listing_id: editor.id, email: `${newId()}@example.net` }
  return { ...(provider === 'paddle' ? paddle(send, names) : stripe(send, names)), orders, buyers, last }
}

type Send = (event: object) => Promise<void>
type Names = { listing_id: string; email?: string }

/** Paddle copies the custom data of a subscription to its charges. */
function paddle(send: Send, names: Names) {
  const tell = (event_type: string, data: object) =>
    send({ event_id: newId(), event_type, occurred_at: inDays(0), data })
  const pay = (id: string, price: string, data: object, custom: object = names) =>
    tell('transaction.completed', {
      ...{ id, subscription_id: 'sub_1', currency_code: 'EUR', custom_data: custom },
      ...{ items: [{ quantity: 1, price: { id: price, product_id: 'p' } }], ...data },
    })
  const back = (action: string) =>
    tell('adjustment.created', { transaction_id: 'txn_2', status: 'approved', type: 'full', action })
  const period = { billing_period: { ends_at: inDays(30) } }
  return {
    subscribe: () => pay('txn_1', 'price_editor', { origin: 'web', ...period }),
    charge: (price = 'price_fonts', data: object = { billing_period: null }, custom: object = names) =>
      pay('txn_2', price, { origin: 'subscription_charge', ...data }, custom),
    refund: () => back('refund'),
    dispute: () => back('chargeback'),
  }
}

/** An invoice of Stripe repeats the metadata of its subscription. */
function stripe(send: Send, { email, ...metadata }: Names) {
  const seconds = (days: number) => Math.floor((Date.now() + days * DAY) / 1000)
  const tell = (type: string, object: object) =>
    send({ id: newId(), type, created: seconds(0), data: { object } })
  const pay = async (number: number, billing_reason: string, lines: object[]) => {
    await tell('invoice.paid', {
      ...{ id: `in_${number}`, billing_reason, customer_email: email, amount_paid: 1900, currency: 'eur' },
      ...{ lines: { data: lines }, parent: { subscription_details: { subscription: 'sub_1', metadata } } },
    })
    const payment = { payment_intent: `pi_${number}` }
    await tell('invoice_payment.paid', { id: `inpay_${number}`, invoice: `in_${number}`, payment })
  }
  const line = (price: string, parent: string, days: number, proration = false) => ({
    ...{ quantity: 1, period: { end: seconds(days) }, pricing: { price_details: { price, product: 'p' } } },
    parent: { type: parent, [parent]: { proration } },
  })
  const prorated = line('price_editor', 'invoice_item_details', 30, true)
  const back = (type: string) => tell(type, { id: 'ch_2', payment_intent: 'pi_2', refunded: true })
  return {
    subscribe: () => pay(1, 'subscription_create', [line('price_editor', 'subscription_item_details', 30)]),
    charge: (price = 'price_fonts') =>
      pay(2, 'manual', [prorated, ...(price === '' ? [] : [line(price, 'invoice_item_details', 0)])]),
    refund: () => back('charge.refunded'),
    dispute: () => back('charge.dispute.created'),
  }
}

/** contract/10-storefront#106-processor-events */
test.group('a one-time charge to a subscription', () => {
  test('of {provider} is a purchase of its own, and its {back} is about nothing else')
    .with(
      (['paddle', 'stripe'] as const).flatMap((provider) =>
        (['refund', 'dispute'] as const).map((back) => ({ provider, back }))
      )
    )
    .run(async ({ assert }, { provider, back }) => {
      const { subscribe, charge, orders, buyers, ...money } = await createCharged(provider)
      await subscribe()
      await charge()
      assert.deepEqual(await orders(), { Editor: ['fulfilled'], Fonts: ['fulfilled'] })
      assert.equal(await buyers(), 1)
      await money[back]()
      const after = back === 'refund' ? 'reversed' : 'fulfilled'
      assert.deepEqual(await orders(), { Editor: ['fulfilled'], Fonts: [after] })
    })

  test('of {$self} for a price that no listing has can be replayed, and its refund takes nothing')
    .with(['paddle', 'stripe'] as const)
    .run(async ({ assert }, provider) => {
      const { subscribe, charge, refund, orders } = await createCharged(provider)
      await subscribe()
      await charge('price_setup')
      await refund()
      assert.deepEqual(await orders(), { Editor: ['fulfilled'] })
    })

  test('is for the customer of the subscription, also if it names none or a period', async ({ assert }) => {
    const { subscribe, charge, orders, buyers } = await createCharged('paddle')
    await subscribe()
    await charge('price_fonts', { billing_period: { ends_at: inDays(30) } }, {})
    assert.deepEqual(await orders(), { Editor: ['fulfilled'], Fonts: ['fulfilled'] })
    assert.equal(await buyers(), 1)
  })

  test('that arrives before its subscription is for the address that it names', async ({ assert }) => {
    const { subscribe, charge, orders, buyers, last } = await createCharged('paddle')
    await charge('price_fonts', {}, {})
    assert.containSubset(await last(), { state: 'ignored', result: 'The event names no email address' })
    await charge()
    await subscribe()
    assert.deepEqual(await orders(), { Editor: ['fulfilled'], Fonts: ['fulfilled'] })
    assert.equal(await buyers(), 1)
  })

  test('is none if a manual invoice of Stripe only has prorated lines', async ({ assert }) => {
    const { subscribe, charge, refund, orders } = await createCharged('stripe')
    await subscribe()
    await charge('')
    await refund()
    assert.deepEqual(await orders(), { Editor: ['fulfilled'] })
  })
})

/** contract/10-storefront#106-processor-events */
test.group('another payment of a subscription, for another listing', () => {
  test('flags the order: {$self}')
    .with([{}, { periodEnd: inDays(60) }])
    .run(async ({ assert }, data) => {
      const { merchant, processorId, listingId, send, orders } = await createSubscriber()
      await createListing(merchant, { name: 'Fonts', providerRefs: [{ processorId, ref: 'price_2' }] })
      await send('purchase.paid', { periodEnd: inDays(30) })
      await send('purchase.paid', data)
      await send('purchase.paid', { providerRef: 'price_3' })
      await send('purchase.paid', { providerRef: 'price_2', listingId })
      assert.deepEqual((await orders())[0].flags, [])
      await send('purchase.paid', { providerRef: 'price_2', ...data })
      assert.deepEqual((await orders())[0].flags, ['higher_quantity'])
    })

  test('does not flag the order if the subscription has changed to its price', async ({ assert }) => {
    const { merchant, processorId, send, orders } = await createSubscriber()
    await createListing(merchant, { name: 'More', providerRefs: [{ processorId, ref: 'price_2' }] })
    await send('purchase.paid', { periodEnd: inDays(30) })
    await send('subscription.changed', { providerRef: 'price_2' })
    for (const providerRef of ['price_1', 'price_2']) await send('purchase.paid', { providerRef })
    assert.deepEqual((await orders())[0].flags, [])
  })
})
