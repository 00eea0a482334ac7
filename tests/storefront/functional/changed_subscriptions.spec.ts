import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { DAY } from '#kernel/time/millis'
import { call } from '#tests/testkit/api'
import { connect, drain, post, signedBy } from '#tests/testkit/processors'
import { createListing, createShop, ordersPath, shopPath } from '#tests/testkit/shops'
import { near } from '#tests/testkit/subscriber'

type Provider = 'stripe' | 'paddle' | 'polar'
const PROVIDERS: Provider[] = ['stripe', 'paddle', 'polar']

/** A payment of the subscription: its number, why it was made, the end of its period in days, and its amount. */
type Paid = { number: number; why: 'first' | 'cycle' | 'update'; days: number; amount?: number }

const LATE = { amount: 400 }

/** When the test began, in whole seconds: processors repeat the end of a period exactly. */
let began = 0
const begin = () => void (began = Math.floor(Date.now() / 1000) * 1000)
const seconds = (days: number) => (began + days * DAY) / 1000
const inDays = (days: number) => new Date(began + days * DAY).toISOString()
const email = () => `${newId()}@example.net`

/** A shop with a plan of 19.00, and the payments of its subscriber. */
async function createPaid(provider: Provider | 'lemonsqueezy') {
  const { merchant, token } = await createShop()
  const { id: processorId } = await connect(merchant, provider)
  const list = async (name: string, ref: string) => {
    const { id } = await createListing(merchant, { name, providerRefs: [{ processorId, ref }] })
    const price = { amount: 1900, currency: 'EUR' }
    await call('PATCH', `${shopPath(merchant)}/listings/${id}`, { token, body: { price } })
  }
  await list('Month', '1')
  await list('Year', '2')
  const send = async (event: object) => {
    const body = JSON.stringify(event)
    await post(processorId, body, signedBy(provider, body))
    await drain()
  }
  const orders = async () =>
    (await call('GET', ordersPath(merchant), { token })).body.data.orders as {
      state: string
      flags: string[]
      licenses: { id: string }[]
    }[]
  const license = async () => {
    const [{ licenses }] = await orders()
    return (await call('GET', `/v1/dashboard/licenses/${licenses[0].id}`, { token })).body.data.license
  }
  return { send, orders, license }
}

/** A line of an invoice of Stripe. */
const line = (price: string, days: number, proration = false, quantity = 1) => ({
  ...{ quantity, period: { end: seconds(days) }, pricing: { price_details: { price, product: 'p' } } },
  parent: { type: 'subscription_item_details', subscription_item_details: { proration } },
})

const invoice = (number: number, billing_reason: string, amount_paid: number, lines: object[]) => ({
  ...{ id: newId(), type: 'invoice.paid', created: seconds(0) },
  data: {
    object: {
      ...{ id: `in_${number}`, billing_reason, amount_paid, currency: 'eur', lines: { data: lines } },
      ...{ customer_email: email(), subscription: 'sub_1', payment_intent: `pi_${number}` },
    },
  },
})

/** A payment as the processor tells of it. Only the payment of an update is a proration. */
const PAID: Record<Provider, (paid: Paid) => object> = {
  stripe: ({ number, why, days, amount = 1900 }) => {
    const reason = { first: 'create', cycle: 'cycle', update: 'update' }[why]
    const lines = why === 'update' ? [line('1', days, true, 3), line('2', days, true, 3)] : [line('1', days)]
    return invoice(number, `subscription_${reason}`, amount, lines)
  },
  paddle: ({ number, why, days, amount = 1900 }) => {
    const origin = { first: 'web', cycle: 'subscription_recurring', update: 'subscription_update' }[why]
    const data = {
      ...{ id: `txn_${number}`, subscription_id: 'sub_1', origin, currency_code: 'EUR' },
      ...{ custom_data: { email: email() }, billing_period: { ends_at: inDays(days) } },
      items: [{ quantity: why === 'update' ? 3 : 1, price: { id: why === 'update' ? '2' : '1' } }],
      details: { totals: { grand_total: String(amount) } },
    }
    return { event_id: newId(), event_type: 'transaction.completed', occurred_at: inDays(0), data }
  },
  polar: ({ number, why, days, amount = 1900 }) => {
    const reason = { first: 'create', cycle: 'cycle', update: 'update' }[why]
    const data = {
      ...{ id: `order_${number}`, subscription_id: 'sub_1', billing_reason: `subscription_${reason}` },
      ...{ total_amount: amount, currency: 'eur', customer: { email: email() } },
      ...{ items: [{ product_price_id: why === 'update' ? '2' : '1', proration: why === 'update' }] },
      ...{ seats: why === 'update' ? 3 : 1, subscription: { current_period_end: inDays(days) } },
    }
    return { type: 'order.paid', timestamp: inDays(0), data }
  },
}

/** The refund of all of a payment. */
const REFUNDED: Record<Provider, (paid: Paid) => object> = {
  stripe: ({ number, amount }) => ({
    ...{ id: newId(), type: 'charge.refunded', created: seconds(0) },
    data: {
      object: {
        ...{ id: `ch_${number}`, payment_intent: `pi_${number}` },
        ...{ refunded: true, amount, amount_refunded: amount, currency: 'eur' },
      },
    },
  }),
  paddle: ({ number }) => ({
    ...{ event_id: newId(), event_type: 'adjustment.created', occurred_at: inDays(0) },
    data: { transaction_id: `txn_${number}`, status: 'approved', type: 'full', action: 'refund' },
  }),
  polar: (paid) => {
    const { data } = PAID.polar(paid) as { data: object }
    return { type: 'order.refunded', timestamp: inDays(0), data: { ...data, status: 'refunded' } }
  },
}

const FIRST: Paid = { number: 1, why: 'first', days: 30 }
const PRORATION: Paid = { number: 2, why: 'update', days: 30, ...LATE }

/** contract/10-storefront#106-processor-events */
test.group('the payment of a change within a paid period', (group) => {
  group.each.setup(begin)

  test('at {$self}: changes nothing, raises no flag, and neither does its refund')
    .with(PROVIDERS)
    .run(async ({ assert }, provider) => {
      const { send, orders, license } = await createPaid(provider)
      for (const paid of [FIRST, PRORATION]) await send(PAID[provider](paid))
      await send(REFUNDED[provider](PRORATION))
      const [{ state, flags }, ...others] = await orders()
      assert.deepEqual([state, flags, others.length], ['fulfilled', [], 0])
      const { status, expiresAt } = await license()
      assert.equal(status, 'ACTIVE')
      assert.isTrue(near(expiresAt, 33), expiresAt)
      await send(REFUNDED[provider](FIRST))
      assert.equal((await orders())[0].state, 'reversed')
    })

  test('at {$self}: counts as the purchase if it is the first payment, but its refund does not')
    .with(PROVIDERS)
    .run(async ({ assert }, provider) => {
      const { send, orders } = await createPaid(provider)
      await send(PAID[provider](PRORATION))
      await send(REFUNDED[provider](PRORATION))
      const cycle: Paid = { number: 3, why: 'cycle', days: 60 }
      await send(PAID[provider](cycle))
      const [{ state, flags }, ...others] = await orders()
      assert.deepEqual([state, flags.includes('lower_amount'), others.length], ['fulfilled', false, 0])
      await send(REFUNDED[provider](cycle))
      assert.equal((await orders())[0].state, 'reversed')
    })

  test('at Lemon Squeezy: its refund is one of a part', async ({ assert }) => {
    const { send, orders } = await createPaid('lemonsqueezy')
    const tell = (event_name: string, id: string, attributes: object) =>
      send({ meta: { event_name }, data: { id, attributes: { updated_at: inDays(0), ...attributes } } })
    const sold = { variant_id: 1, user_email: email(), order_id: 5, status: 'active', renews_at: inDays(30) }
    await tell('subscription_created', '9', sold)
    const back = { subscription_id: 9, status: 'refunded' }
    await tell('subscription_payment_refunded', '2', { ...back, billing_reason: 'updated' })
    assert.containSubset(await orders(), [{ state: 'fulfilled', flags: ['partial_refund'] }])
    await tell('subscription_payment_refunded', '3', { ...back, billing_reason: 'renewal' })
    assert.containSubset(await orders(), [{ state: 'reversed' }])
  })
})

/** contract/10-storefront#106-processor-events */
test.group('the payment of a change that begins a new period', (group) => {
  group.each.setup(begin)

  const TOLD = ['first,year,refund', 'year,first,refund', 'year,refund,first']
  const year: Paid = { number: 2, why: 'update', days: 365, amount: 18_000 }

  test('at {provider}: extends the license, and its refund reverses the order, as {events}')
    .with(PROVIDERS.flatMap((provider) => TOLD.map((events) => ({ provider, events }))))
    .run(async ({ assert }, { provider, events }) => {
      const { send, orders, license } = await createPaid(provider)
      const [first, refund] = [PAID[provider](FIRST), REFUNDED[provider](year)]
      const told = { first, year: PAID[provider](year), refund }
      for (const event of events.split(',') as (keyof typeof told)[]) {
        if (event === 'refund' && (await orders()).length > 0) {
          assert.isTrue(near((await license()).expiresAt, 368), (await license()).expiresAt)
          assert.containSubset(await orders(), [{ state: 'fulfilled', flags: [] }])
        }
        await send(told[event])
      }
      assert.equal((await orders())[0].state, 'reversed')
    })

  const whole = () => invoice(2, 'subscription_update', 18_000, [line('1', 30, true), line('2', 365)])
  const changed = (status: string) => ({
    ...{ id: newId(), type: 'customer.subscription.updated', created: seconds(0) },
    data: {
      object: {
        id: 'sub_1',
        status,
        items: { data: [{ current_period_end: seconds(365), price: { id: '2' } }] },
      },
      previous_attributes: { plan: { id: '1' } },
    },
  })

  test('at Stripe: with a price that is {0}, {1}: the period counts once it is paid, and so does its refund')
    .with([
      ['paid at once', 'told first'],
      ['paid at once', 'told last'],
      ['past due', 'told first'],
      ['past due', 'told last'],
    ] as const)
    .run(async ({ assert }, [status, told]) => {
      const { send, orders, license } = await createPaid('stripe')
      await send(PAID.stripe(FIRST))
      const update = changed(status === 'past due' ? 'past_due' : 'active')
      for (const event of told === 'told first' ? [update, whole()] : [whole(), update]) await send(event)
      const { expiresAt } = await license()
      assert.isTrue(near(expiresAt, 368), expiresAt)
      assert.deepEqual((await orders())[0].flags, [])
      await send(REFUNDED.stripe(year))
      assert.equal((await orders())[0].state, 'reversed')
    })

  test('at Stripe: of a trial that ends early, extends the license', async ({ assert }) => {
    const { send, license } = await createPaid('stripe')
    await send(PAID.stripe({ ...FIRST, days: 14, amount: 0 }))
    await send(invoice(2, 'subscription_update', 1900, [line('1', 365)]))
    const { expiresAt } = await license()
    assert.isTrue(near(expiresAt, 368), expiresAt)
  })

  test('at Stripe: for what was used up to {days} days, extends the license to them, and raises no flag')
    .with([
      { days: 20, after: 33 },
      { days: 40, after: 43 },
    ])
    .run(async ({ assert }, { days, after }) => {
      const { send, orders, license } = await createPaid('stripe')
      await send(PAID.stripe(FIRST))
      await send(invoice(2, 'subscription_threshold', 300, [line('1', days, false, 900)]))
      const { expiresAt } = await license()
      assert.isTrue(near(expiresAt, after), expiresAt)
      assert.deepEqual((await orders())[0].flags, [])
      await send(REFUNDED.stripe({ number: 2, why: 'update', days, amount: 300 }))
      assert.equal((await orders())[0].state, days === 20 ? 'fulfilled' : 'reversed')
    })
})
