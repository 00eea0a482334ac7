import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { connect, drain, post, signedBy } from '#tests/testkit/processors'
import { createListing, createShop, ordersPath } from '#tests/testkit/shops'
import { createTill } from '#tests/testkit/till'

type Line = { price: string; quantity: number; proration?: boolean }
type Order = { flags: string[]; licenses: object[]; listing: { name: string } }

/** A shop that sells an editor for `price_editor` and fonts for `price_fonts`. */
async function createTillOf(provider: 'stripe' | 'paddle') {
  const { merchant, token } = await createShop()
  const { id: processorId } = await connect(merchant, provider)
  const list = (name: string, ref: string) =>
    createListing(merchant, { name, providerRefs: [{ processorId, ref }] })
  const editor = await list('Editor', 'price_editor')
  await list('Fonts', 'price_fonts')
  const send = async (event: object) => {
    const body = JSON.stringify(event)
    await post(processorId, body, signedBy(provider, body))
  }
  const orders = async () => {
    await drain()
    return (await call('GET', ordersPath(merchant), { token })).body.data.orders as Order[]
  }
  return { editor, send, orders }
}

const email = () => `${newId()}@example.net`

function invoice(lines: Line[], metadata: object = {}, ref = newId(), reason = 'subscription_create') {
  const end = Math.floor(Date.now() / 1000) + 30 * 86_400
  const data = lines.map(({ price, quantity, proration = false }) => ({
    ...{ quantity, period: { end }, pricing: { price_details: { price, product: 'p' } } },
    parent: { subscription_item_details: { proration } },
  }))
  const object = {
    ...{ id: `in_${newId()}`, billing_reason: reason, customer_email: email(), lines: { data } },
    parent: { subscription_details: { subscription: `sub_${ref}`, metadata } },
  }
  return { id: newId(), type: 'invoice.paid', created: Math.floor(Date.now() / 1000), data: { object } }
}

function transaction(lines: Line[], custom: object = {}, ref = newId()) {
  const items = lines.map(({ price, quantity }) => ({ quantity, price: { id: price, product_id: 'p' } }))
  const data = { id: `txn_${ref}`, items, custom_data: { email: email(), ...custom } }
  const occurredAt = new Date().toISOString()
  return { event_id: newId(), event_type: 'transaction.completed', occurred_at: occurredAt, data }
}

const EVENTS = { stripe: invoice, paddle: transaction }
const soldBy = (orders: Order[]) =>
  orders.map(({ listing, licenses, flags }) => [listing.name, licenses.length, ...flags])

/** contract/10-storefront#106-processor-events */
test.group('a payment with several lines', () => {
  test('{$self}: sells the pieces of the line that names the listing')
    .with(['stripe', 'paddle'] as const)
    .run(async ({ assert }, provider) => {
      const { send, orders } = await createTillOf(provider)
      const lines = [
        { price: 'price_setup', quantity: 1 },
        { price: 'price_editor', quantity: 5 },
      ]
      await send(EVENTS[provider](lines))
      assert.deepEqual(soldBy(await orders()), [['Editor', 5]])
      await send(EVENTS[provider](lines.toReversed()))
      assert.deepEqual(soldBy(await orders()), Array(2).fill(['Editor', 5]))
    })

  test('{$self}: sells the pieces of the listing that its metadata name, and flags the other one')
    .with(['stripe', 'paddle'] as const)
    .run(async ({ assert }, provider) => {
      const { editor, send, orders } = await createTillOf(provider)
      const lines = [
        { price: 'price_fonts', quantity: 4 },
        { price: 'price_editor', quantity: 2 },
      ]
      await send(EVENTS[provider](lines, { listing_id: editor.id }))
      assert.deepEqual(soldBy(await orders()), [['Editor', 2, 'higher_quantity']])
    })

  test('{$self}: is flagged if a second line is for the same listing')
    .with(['stripe', 'paddle'] as const)
    .run(async ({ assert }, provider) => {
      const { send, orders } = await createTillOf(provider)
      await send(EVENTS[provider](Array(2).fill({ price: 'price_editor', quantity: 2 })))
      assert.deepEqual(soldBy(await orders()), [['Editor', 2, 'higher_quantity']])
    })

  test('is flagged if only a later invoice has the other listing', async ({ assert }) => {
    const { send, orders } = await createTillOf('stripe')
    const line = { price: 'price_editor', quantity: 1 }
    await send(invoice([line], {}, 'both'))
    assert.deepEqual(soldBy(await orders()), [['Editor', 1]])
    await send(invoice([line, { price: 'price_fonts', quantity: 1 }], {}, 'both', 'subscription_cycle'))
    assert.deepEqual(soldBy(await orders()), [['Editor', 1, 'higher_quantity']])
  })

  test('leaves out the lines of Stripe for a part of the period before', async ({ assert }) => {
    const { send, orders } = await createTillOf('stripe')
    const lines = [
      { price: 'price_fonts', quantity: 7, proration: true },
      { price: 'price_editor', quantity: 7, proration: true },
      { price: 'price_editor', quantity: 3 },
    ]
    await send(invoice(lines, {}, newId(), 'subscription_cycle'))
    assert.deepEqual(soldBy(await orders()), [['Editor', 3]])
  })
})

/** contract/10-storefront#105-orders: an order has at most 100 pieces. */
test.group('a payment for more pieces than an order can have', () => {
  test('for {$self}: gives a hundred licenses, and its order is flagged')
    .with([101, 250, Number.MAX_SAFE_INTEGER])
    .run(async ({ assert }, quantity) => {
      const { buy, orders } = await createTill()
      await buy('pay-many', { quantity })
      await buy('pay-all', { quantity: 100 })
      await drain()
      const made = Object.fromEntries((await orders()).map((order) => [order.reference, order]))
      for (const { licenses } of Object.values(made)) assert.lengthOf(licenses, 100)
      assert.deepEqual(made['pay-many'].flags, ['higher_quantity'])
      assert.deepEqual(made['pay-all'].flags, [])
    })
})
