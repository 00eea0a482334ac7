import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { connect, drain, post, signedBy, tell } from '#tests/testkit/processors'
import { createListing, ordersPath } from '#tests/testkit/shops'
import { createSubscriber, inDays } from '#tests/testkit/subscriber'

/** An order that waits for its payment, and a function that sends events about payments that name it. */
async function createOrder(sold: object = {}) {
  const shop = await createSubscriber({ fulfilment: 'manual' })
  const { merchant, token, processorId } = shop
  const { id: listingId } = await createListing(merchant, { fulfilment: 'manual', ...sold })
  const body = { listingId, email: `${newId()}@example.net` }
  const { order } = (await call('POST', ordersPath(merchant), { token, body })).body.data
  const send = async (type: string, ref: string, data: object = {}) => {
    await tell(processorId, type, { ref, orderId: order.id, ...data })
    await drain()
  }
  const read = async () => {
    const path = `${ordersPath(merchant)}/${order.id}`
    const { state, flags } = (await call('GET', path, { token })).body.data.order
    return { state, flags }
  }
  return { ...shop, order, send, read }
}

const STANDS = { state: 'fulfilled', flags: ['partial_refund'] }
const REVERSED = { state: 'reversed', flags: ['partial_refund'] }

/** contract/10-storefront#106-processor-events */
test.group('an order that two payments have paid for', () => {
  test('stands until both are refunded: {$self}')
    .with([
      ['pay_1', 'pay_2'],
      ['pay_2', 'pay_1'],
    ])
    .run(async ({ assert }, [first, second]) => {
      const { send, read, license } = await createOrder()
      for (const ref of ['pay_1', 'pay_2']) await send('purchase.paid', ref)
      for (let time = 0; time < 2; time++) await send('refund.full', first)
      assert.deepEqual(await read(), STANDS)
      assert.equal((await license()).status, 'ACTIVE')
      await send('refund.full', second)
      assert.deepEqual(await read(), REVERSED)
      assert.equal((await license()).status, 'REVOKED')
    })

  test('is reversed if the other money is away too: {$self}')
    .with(['dispute.lost', 'subscription.ended'])
    .run(async ({ assert }, type) => {
      const { send, read } = await createOrder()
      const other = { subscription: 'sub_2', periodEnd: inDays(30) }
      await send('purchase.paid', 'pay_1')
      await send('purchase.paid', 'pay_2', other)
      await send(type, 'pay_2', other)
      await send('refund.full', 'pay_1')
      assert.equal((await read()).state, 'reversed')
    })

  test('counts the payment of a subscription that was paid again after a refund', async ({ assert }) => {
    const { send, read } = await createOrder()
    const other = { subscription: 'sub_2' }
    await send('purchase.paid', 'pay_1')
    await send('purchase.paid', 'pay_2', { ...other, periodEnd: inDays(30) })
    await send('refund.full', 'pay_2', other)
    await send('subscription.renewed', 'pay_3', { ...other, periodEnd: inDays(60) })
    await send('refund.full', 'pay_1')
    assert.deepEqual(await read(), STANDS)
  })

  test('is reversed, whichever refund of a subscription is told first: {$self}')
    .with([
      [5, 40],
      [40, 5],
    ])
    .run(async ({ assert }, days) => {
      const { processorId, ref, customer, send, orders, license } = await createSubscriber()
      const say = async (ago: number, type: string, data: object = {}) => {
        const told = { ref, subscription: ref, providerRef: 'price_1', customer, ...data }
        await tell(processorId, type, told, newId(), inDays(-ago))
        await drain()
      }
      const other = { ref: `other-${ref}`, subscription: undefined }
      await say(60, 'purchase.paid', { periodEnd: inDays(1) })
      await say(30, 'subscription.renewed', { periodEnd: inDays(30) })
      await send('purchase.paid', { ...other, orderId: (await orders())[0].id })
      for (const ago of days) await say(ago, 'refund.full')
      await send('refund.full', other)
      assert.equal((await orders())[0].state, 'reversed')
      assert.equal((await license()).status, 'REVOKED')
    })

  test('stands for a subscription whose first period is newer than its end', async ({ assert }) => {
    const { ref, send, orders, license } = await createSubscriber()
    const other = { ref: `other-${ref}`, subscription: undefined }
    for (const type of ['purchase.paid', 'subscription.ended']) await send(type)
    await send('purchase.paid', { periodEnd: inDays(30) })
    await send('purchase.paid', { ...other, orderId: (await orders())[0].id })
    await send('refund.full', other)
    assert.containSubset((await orders())[0], STANDS)
    assert.equal((await license()).status, 'ACTIVE')
  })

  test('stands when the dispute about one of them is lost, and its license is ACTIVE again: {$self}')
    .with(['pay_1', 'pay_2'])
    .run(async ({ assert }, disputed) => {
      const { send, read, license } = await createOrder()
      for (const ref of ['pay_1', 'pay_2']) await send('purchase.paid', ref)
      await send('dispute.opened', disputed)
      assert.equal((await license()).status, 'SUSPENDED')
      await send('dispute.lost', disputed)
      assert.deepEqual(await read(), STANDS)
      assert.equal((await license()).status, 'ACTIVE')
      await send('dispute.lost', disputed === 'pay_1' ? 'pay_2' : 'pay_1')
      assert.equal((await license()).status, 'REVOKED')
    })

  test('has its license suspended while one of two disputes is open: {$self}')
    .with([
      ['lost', 'pay_1', 'pay_2'],
      ['lost', 'pay_2', 'pay_1'],
      ['won', 'pay_1', 'pay_2'],
      ['won', 'pay_2', 'pay_1'],
    ])
    .run(async ({ assert }, [decision, first, second]) => {
      const { send, read, license } = await createOrder()
      for (const ref of ['pay_1', 'pay_2']) await send('purchase.paid', ref)
      for (const ref of ['pay_1', 'pay_2']) await send('dispute.opened', ref)
      await send(`dispute.${decision}`, first)
      assert.equal((await license()).status, 'SUSPENDED')
      const flags = decision === 'lost' ? STANDS.flags : []
      assert.deepEqual(await read(), { state: 'fulfilled', flags })
      await send('dispute.won', second)
      assert.equal((await license()).status, 'ACTIVE')
      assert.deepEqual((await read()).flags, flags)
    })

  test('loses its license when the disputes about both are lost', async ({ assert }) => {
    const { send, license } = await createOrder()
    for (const ref of ['pay_1', 'pay_2']) await send('purchase.paid', ref)
    for (const ref of ['pay_1', 'pay_2']) await send('dispute.opened', ref)
    for (const ref of ['pay_1', 'pay_2']) await send('dispute.lost', ref)
    assert.equal((await license()).status, 'REVOKED')
  })

  test('stays suspended when a subscription is renewed whose own dispute is won already', async ({
    assert,
  }) => {
    const { send, read, license } = await createOrder()
    const other = { subscription: 'sub_2' }
    await send('purchase.paid', 'pay_1')
    await send('purchase.paid', 'pay_2', { ...other, periodEnd: inDays(30) })
    await send('dispute.opened', 'pay_1')
    for (const move of ['opened', 'won']) await send(`dispute.${move}`, 'pay_2', other)
    await send('subscription.renewed', 'pay_3', { ...other, periodEnd: inDays(60) })
    assert.equal((await license()).status, 'SUSPENDED')
    await send('dispute.won', 'pay_1')
    assert.equal((await license()).status, 'ACTIVE')
    assert.deepEqual((await read()).flags, [])
  })

  test('keeps no suspension for a dispute whose own one its merchant has ended', async ({ assert }) => {
    const { send, license, act } = await createOrder()
    for (const ref of ['pay_1', 'pay_2']) await send('purchase.paid', ref)
    await send('dispute.opened', 'pay_1')
    await act('unsuspend')
    await send('dispute.opened', 'pay_2')
    await send('dispute.won', 'pay_2')
    assert.equal((await license()).status, 'ACTIVE')
  })

  test('is suspended until the last of two disputes is won, also if all is told at the same time', async ({
    assert,
  }) => {
    const { send, processorId, order, license } = await createOrder()
    const refs = ['pay_1', 'pay_2']
    for (const ref of refs) await send('purchase.paid', ref)
    for (const type of ['dispute.opened', 'dispute.won']) {
      for (const ref of refs) await tell(processorId, type, { ref, orderId: order.id })
      await Promise.all([drain(), drain()])
      await drain()
      assert.equal((await license()).status, type === 'dispute.won' ? 'ACTIVE' : 'SUSPENDED')
    }
  })

  test('stands once, and no more, if both are refunded at the same time', async ({ assert }) => {
    const { send, processorId, order, read } = await createOrder()
    for (const ref of ['pay_1', 'pay_2']) await send('purchase.paid', ref)
    for (const ref of ['pay_1', 'pay_2']) await tell(processorId, 'refund.full', { ref, orderId: order.id })
    await Promise.all([drain(), drain()])
    await drain()
    assert.deepEqual(await read(), REVERSED)
  })

  test('is none if one payment has two names at Lemon Squeezy: {$self}')
    .with([
      ['order_created', 'subscription_created'],
      ['subscription_created', 'order_created'],
    ])
    .run(async ({ assert }, types) => {
      const { merchant, order, read } = await createOrder()
      const processor = await connect(merchant, 'lemonsqueezy')
      const send = async (type: string, id: string, attributes: object) => {
        const meta = { event_name: type, custom_data: { order_id: order.id } }
        const body = JSON.stringify({ meta, data: { id, attributes } })
        await post(processor.id, body, signedBy('lemonsqueezy', body))
        await drain()
      }
      const about: Record<string, [string, object]> = {
        order_created: ['1', { status: 'paid', total: 1900, currency: 'EUR' }],
        subscription_created: ['9', { order_id: 1, renews_at: inDays(30), status: 'active' }],
      }
      for (const type of types) await send(type, ...about[type])
      assert.equal((await read()).state, 'fulfilled')
      await send('subscription_payment_refunded', '4', { subscription_id: 9, status: 'refunded' })
      assert.equal((await read()).state, 'reversed')
    })
})
