import { test } from '@japa/runner'
import { accounts } from '#config/accounts'
import { newId } from '#kernel/secrets/ids'
import type { Provider } from '#storefront/rules/processor'
import { call } from '#tests/testkit/api'
import { createCustomer } from '#tests/testkit/end_users'
import { mailsTo } from '#tests/testkit/mails'
import { connect, drain, post, signedBy } from '#tests/testkit/processors'
import { createListing, createShop, ordersPath } from '#tests/testkit/shops'

type Named = { order_id?: string; listing_id?: string }
type Paid = { price: string; named: Named; email: string; ref?: string }
type Order = { id: string; state: string; flags: string[]; listing: { name: string }; licenses: object[] }

const PRICE = { amount: 1900, currency: 'EUR' }

/** A payment for a price, with the names that the address of a checkout gives it. */
const PAYMENTS: Partial<Record<Provider, (paid: Paid) => object>> = {
  stripe: ({ price, named, email, ref = newId() }) => ({
    ...{ id: newId(), type: 'checkout.session.completed', created: Math.floor(Date.now() / 1000) },
    data: {
      object: {
        ...{ id: `cs_${ref}`, payment_status: 'paid', payment_link: price, customer_email: email },
        ...{ client_reference_id: named.order_id, metadata: { listing_id: named.listing_id } },
      },
    },
  }),
  lemonsqueezy: ({ price, named, email, ref = newId() }) => ({
    meta: { event_name: 'order_created', custom_data: named },
    data: {
      id: ref,
      attributes: { status: 'paid', user_email: email, first_order_item: { variant_id: price, quantity: 1 } },
    },
  }),
  paddle: ({ price, named, email, ref = newId() }) => ({
    ...{ event_id: newId(), event_type: 'transaction.completed', occurred_at: new Date().toISOString() },
    data: {
      id: `txn_${ref}`,
      custom_data: { ...named, email },
      items: [{ quantity: 1, price: { id: price } }],
    },
  }),
  standard: ({ price, named, email, ref = newId() }) => ({
    ...{ id: newId(), type: 'purchase.paid', occurredAt: new Date().toISOString() },
    data: {
      ...{ ref, providerRef: price, orderId: named.order_id, listingId: named.listing_id },
      customer: { email },
    },
  }),
}

async function createTwo(provider: Provider) {
  const { merchant, token } = await createShop()
  const { id: processorId } = await connect(merchant, provider)
  const customer = await createCustomer(merchant)
  const refTo = (ref: string) => ({ providerRefs: [{ processorId, ref }] })
  await createListing(merchant, { name: 'Small', ...refTo('price_small') })
  const pay = async (price: string, named: Named, ref?: string) => {
    const body = JSON.stringify(PAYMENTS[provider]!({ price, named, email: customer.email, ref }))
    await post(processorId, body, signedBy(provider, body))
    await drain()
  }
  const send = async (type: string, object: object) => {
    const created = Math.floor(Date.now() / 1000)
    const body = JSON.stringify({ id: newId(), type, created, data: { object } })
    await post(processorId, body, signedBy(provider, body))
    await drain()
  }
  const claim = async (listingId: string) => {
    const body = { listingId }
    return (await call('POST', '/v1/enduser/orders', { token: customer.token, body })).body.data
      .order as Order
  }
  const orders = async () => (await call('GET', ordersPath(merchant), { token })).body.data.orders as Order[]
  return { merchant, customer, pay, send, claim, orders, refTo }
}

const FORGEABLE: Provider[] = ['stripe', 'lemonsqueezy', 'paddle']

/** contract/10-storefront#107-abuse: price confusion */
test.group('a payment that names an order of another listing', (group) => {
  group.setup(() => {
    accounts.billingEnabled = true
    return () => void (accounts.billingEnabled = false)
  })

  test('{$self}: fulfils it and flags it')
    .with(FORGEABLE)
    .run(async ({ assert }, provider) => {
      const { merchant, pay, claim, orders, refTo } = await createTwo(provider)
      const large = { name: 'Large', price: PRICE, ...refTo('price_large') }
      const sold = await createListing(merchant, { ...large, fulfilment: 'manual' })
      const [own, other] = [await claim(sold.id), await claim(sold.id)]
      await pay('price_large', { order_id: own.id })
      await pay('price_small', { order_id: other.id })
      const flags = Object.fromEntries((await orders()).map((order) => [order.id, order.flags]))
      assert.deepEqual(flags, { [own.id]: [], [other.id]: ['claimed_otherwise'] })
      await pay('price_small', { order_id: own.id }, 'again')
      const { state, flags: later } = (await orders()).find(({ id }) => id === own.id)!
      assert.deepEqual([state, later], ['fulfilled', ['claimed_otherwise']])
    })

  test('{$self}: flags the order that it makes for a listing that it names')
    .with(FORGEABLE)
    .run(async ({ assert }, provider) => {
      const { merchant, pay, orders, refTo } = await createTwo(provider)
      const large = await createListing(merchant, { name: 'Large', ...refTo('price_large') })
      await pay('price_small', { listing_id: large.id })
      const [{ listing, flags }] = await orders()
      assert.deepEqual([listing.name, flags], ['Large', ['claimed_otherwise']])
    })

  test('flags it although only the first invoice of its subscription says the price: {$self}')
    .with(['checkout, invoice', 'invoice, checkout'])
    .run(async ({ assert }, told) => {
      const { merchant, customer, send, claim, orders, refTo } = await createTwo('stripe')
      const large = { name: 'Large', price: PRICE, ...refTo('price_large') }
      const sold = await createListing(merchant, { ...large, fulfilment: 'manual' })
      // Its own order waits, because the payment names no license.
      await createListing(merchant, {
        kind: 'renewal',
        extendDays: 30,
        name: 'Renew',
        ...refTo('price_renew'),
      })
      const subscribe = async (order: Order, price: string) => {
        const subscription = `sub_${newId()}`
        const session = { id: `cs_${newId()}`, payment_status: 'paid', subscription }
        const line = {
          quantity: 1,
          period: { end: Math.floor(Date.now() / 1000) + 86_400 },
          price: { id: price },
        }
        const invoice = { id: `in_${newId()}`, subscription, billing_reason: 'subscription_create' }
        const from = { customer_email: customer.email, lines: { data: [line] } }
        const events = {
          checkout: () => send('checkout.session.completed', { ...session, client_reference_id: order.id }),
          invoice: () => send('invoice.paid', { ...invoice, ...from }),
        }
        for (const event of told.split(', ')) await events[event as keyof typeof events]()
      }
      const [own, other] = [await claim(sold.id), await claim(sold.id)]
      await subscribe(own, 'price_large')
      await subscribe(other, 'price_renew')
      const flags = Object.fromEntries((await orders()).map((order) => [order.id, order.flags]))
      assert.deepEqual([flags[own.id], flags[other.id]], [[], ['claimed_otherwise']])
      assert.containSubset(await orders(), [{ id: other.id, state: 'fulfilled' }])
    })

  test('leaves an order alone if its listing is mapped to nothing, or a relay of the merchant says so', async ({
    assert,
  }) => {
    for (const [provider, price] of [
      ['stripe', 'price_unknown'],
      ['standard', 'price_small'],
    ] as const) {
      const { merchant, pay, claim, orders } = await createTwo(provider)
      const large = await createListing(merchant, { name: 'Large', price: PRICE, fulfilment: 'manual' })
      const { id } = await claim(large.id)
      await pay(price, { order_id: id })
      assert.containSubset(await orders(), [{ id, state: 'fulfilled', flags: [] }])
    }
  })
})

/** contract/10-storefront#107-abuse: price confusion */
test.group('an order that its merchant grants by hand', () => {
  const GRANTED = { name: 'Granted', fulfilment: 'manual' } as const

  test('{0}, {1}: waits for its merchant although a payment names it')
    .with(
      FORGEABLE.flatMap((provider) =>
        ['price_small', 'price_unknown'].map((price) => [provider, price] as const)
      )
    )
    .run(async ({ assert }, [provider, price]) => {
      const { merchant, pay, claim, orders } = await createTwo(provider)
      const granted = await createListing(merchant, { ...GRANTED, perCustomer: 2 })
      const { id } = await claim(granted.id)
      await pay(price, { order_id: id })
      const waits = { state: 'pending', flags: ['claimed_otherwise'], licenses: [] }
      assert.containSubset(await orders(), [{ id, ...waits }])
      const mails = await mailsTo(merchant.email)
      assert.isTrue(mails.some(({ text }) => text.includes('The payment is for no price of this listing')))
      await pay(price, { listing_id: granted.id })
      assert.containSubset(await orders(), [waits, waits])
    })

  test('is fulfilled by a payment for its own price, and by the relay of its merchant', async ({
    assert,
  }) => {
    for (const [provider, price] of [
      ['stripe', 'price_granted'],
      ['standard', 'price_small'],
    ] as const) {
      const { merchant, pay, claim, orders, refTo } = await createTwo(provider)
      const granted = await createListing(merchant, { ...GRANTED, ...refTo('price_granted') })
      const { id } = await claim(granted.id)
      await pay(price, { order_id: id })
      assert.containSubset(await orders(), [{ id, state: 'fulfilled', flags: [] }])
    }
  })
})
