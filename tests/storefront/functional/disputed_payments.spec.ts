import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { firstRow } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { connect, drain, post, signedBy, tell } from '#tests/testkit/processors'
import { createListing, createShop, ordersPath } from '#tests/testkit/shops'
import { createSubscriber, inDays, near } from '#tests/testkit/subscriber'
import { createWaitingOrder } from '#tests/testkit/waiting_order'

/** A subscriber who has paid for two periods, and says events about each of these payments. */
async function createTwoPayments() {
  const subscriber = await createSubscriber()
  await subscriber.send('purchase.paid', { ref: 'pay_1', periodEnd: inDays(30) })
  await subscriber.send('subscription.renewed', { ref: 'pay_2', periodEnd: inDays(60) })
  const say = (type: string, ref: string) => subscriber.send(`dispute.${type}`, { ref })
  const status = async () => (await subscriber.license()).status
  return { ...subscriber, say, status }
}

/** A subscriber of Stripe who has paid two invoices, and signed events about the charges of these. */
async function createStripeSubscriber() {
  const { merchant, token } = await createShop()
  const { id: processorId } = await connect(merchant, 'stripe')
  await createListing(merchant, { providerRefs: [{ processorId, ref: 'price_1' }] })
  const now = Math.floor(Date.now() / 1000)
  const send = async (type: string, object: object) => {
    const body = JSON.stringify({ id: newId(), type, created: now, data: { object } })
    await post(processorId, body, signedBy('stripe', body))
    await drain()
  }
  for (const n of [1, 2]) {
    const line = { price: { id: 'price_1' }, quantity: 1, period: { end: now + n * 30 * 86_400 } }
    const paid = { amount_paid: 1900, currency: 'eur', customer_email: 'ada@example.com' }
    const why = n === 1 ? 'subscription_create' : 'subscription_cycle'
    const about = { subscription: 'sub_1', payment_intent: `pi_${n}`, billing_reason: why }
    await send('invoice.paid', { id: `in_${n}`, ...about, ...paid, lines: { data: [line] } })
  }
  const charge = (n: number) => ({ id: `dp_${n}`, payment_intent: `pi_${n}`, charge: `ch_${n}` })
  const open = (n: number) => send('charge.dispute.created', charge(n))
  const close = (n: number, status: string) => send('charge.dispute.closed', { ...charge(n), status })
  const status = async () => {
    const [{ licenses }] = (await call('GET', ordersPath(merchant), { token })).body.data.orders
    return (await call('GET', `/v1/dashboard/licenses/${licenses[0].id}`, { token })).body.data.license.status
  }
  return { open, close, status }
}

/** contract/10-storefront#106-processor-events */
test.group('disputes about two payments of one subscription', () => {
  test('keep the license suspended until the last one is won, as Stripe tells of them', async ({
    assert,
  }) => {
    const { open, close, status } = await createStripeSubscriber()
    for (const n of [1, 2]) await open(n)
    assert.equal(await status(), 'SUSPENDED')
    await close(1, 'won')
    assert.equal(await status(), 'SUSPENDED')
    await close(2, 'won')
    assert.equal(await status(), 'ACTIVE')
  })

  test('are told apart by their payments, whichever is told of first: {$self}')
    .with([
      ['opened pay_1', 'opened pay_2', 'won pay_2', 'won pay_1'],
      ['opened pay_1', 'won pay_1', 'opened pay_2', 'won pay_2'],
      ['won pay_1', 'opened pay_2', 'opened pay_1', 'won pay_2'],
    ])
    .run(async ({ assert }, told) => {
      const { processorId, ref, customer, status } = await createTwoPayments()
      const happened = ['opened pay_1', 'opened pay_2', 'won pay_1', 'won pay_2']
      for (const [index, event] of told.entries()) {
        const [type, payment] = event.split(' ')
        const minutes = happened.indexOf(event) - happened.length
        const at = new Date(Date.now() + minutes * 60_000).toISOString()
        const body = { ref: payment, subscription: ref, customer }
        await tell(processorId, `dispute.${type}`, body, undefined, at)
        await drain()
        const isLast = index === told.length - 1
        if (isLast || index === 2) assert.equal(await status(), isLast ? 'ACTIVE' : 'SUSPENDED')
      }
    })

  test('end together if the decision names the subscription alone', async ({ assert }) => {
    const { say, status, send } = await createTwoPayments()
    for (const ref of ['pay_1', 'pay_2']) await say('opened', ref)
    await send('dispute.won')
    assert.equal(await status(), 'ACTIVE')
  })

  test('keep no license from the end of another subscription until they are won', async ({ assert }) => {
    const sold = { extendDays: 1, onEnd: 'suspend' }
    const { ref, say, order, subscription, unsuspend, read, fulfil } = await createWaitingOrder(sold)
    await say('purchase.paid', { subscription, periodEnd: inDays(50) })
    const more = { ref: `more-${ref}`, subscription: `more-${ref}` }
    await say('purchase.paid', { ...more, orderId: (await order()).id, periodEnd: inDays(30) })
    await say('dispute.opened')
    await unsuspend()
    assert.equal((await fulfil()).status, 200)
    await say('subscription.ended', { ...more, periodEnd: inDays(30) })
    assert.equal((await read()).status, 'SUSPENDED')
    await say('dispute.won')
    assert.equal((await read()).status, 'ACTIVE')
    assert.isTrue(near((await read()).expiresAt, 53), (await read()).expiresAt)
  })

  test('let an order wait until the last one is decided', async ({ assert }) => {
    const { say, read, unsuspend, fulfil, subscription } = await createWaitingOrder()
    await say('purchase.paid', { subscription, ref: 'pay_1', periodEnd: inDays(30) })
    await say('subscription.renewed', { subscription, ref: 'pay_2', periodEnd: inDays(60) })
    for (const ref of ['pay_1', 'pay_2']) await say('dispute.opened', { subscription, ref })
    await say('dispute.won', { subscription, ref: 'pay_1' })
    await unsuspend()
    assert.equal((await fulfil()).status, 409)
    await say('dispute.won', { subscription, ref: 'pay_2' })
    assert.equal((await fulfil()).status, 200)
    assert.isTrue(near((await read()).expiresAt, 63), (await read()).expiresAt)
  })
})

/** contract/10-storefront#106-processor-events */
test.group('a dispute that an earlier version has kept without its payment', () => {
  test('is ended by the next decision', async ({ assert }) => {
    const { say, status, processorId, ref } = await createTwoPayments()
    await say('opened', 'pay_1')
    const sql = `update processor_subjects set latest = latest || ?::jsonb
      where processor_id = ? and ref = ? returning 1`
    const kept = JSON.stringify({ open: Date.now() - 60_000, dispute: Date.now() - 60_000 })
    assert.isNotNull(await firstRow(db.connection(), sql, [kept, processorId, ref]))
    assert.equal(await status(), 'SUSPENDED')
    await say('won', 'pay_1')
    assert.equal(await status(), 'ACTIVE')
  })
})
