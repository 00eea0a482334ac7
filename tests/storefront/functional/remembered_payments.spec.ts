import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { inDays } from '#tests/testkit/subscriber'
import { createWaitingOrder } from '#tests/testkit/waiting_order'
import { ADDON, createTarget, daysOf, MINUTE, RENEWAL } from './target.js'

/** Makes the rows of an org what they were before subscriptions remembered their payments. */
async function forgetPayments({ orgId }: { orgId: string }) {
  await db.rawQuery(`update processor_subjects set latest = latest - 'periods' where org_id = ?`, [orgId])
  await db.rawQuery(`update orders set effect = effect - 'reversed' where org_id = ?`, [orgId])
}

test.group('the payments that a subscription remembers', () => {
  for (const sold of [RENEWAL, ADDON])
    test(`lose one if a refund without a name is told twice: ${sold.kind}`, async ({ assert }) => {
      const { say, read } = await createTarget(sold)
      await say(50, 'purchase.paid', { periodEnd: inDays(30) })
      await say(45, 'subscription.renewed', { periodEnd: inDays(60) })
      await say(40, 'subscription.renewed', { periodEnd: inDays(90) })
      for (let told = 0; told < 2; told++) await say(30, 'refund.full')
      assert.equal(daysOf(await read()), 63)
      await say(20, 'subscription.ended', { periodEnd: inDays(90) })
      assert.equal(daysOf(await read()), 60)
    })

  test('give a waiting order no refunded period that is told again with a change', async ({ assert }) => {
    const { ref, sayLate, unsuspend, fulfil, order, read } = await createWaitingOrder({ extendDays: 5 })
    const subscription = `subscription-${ref}`
    const pay = (name: string) => ({ ref: `${name}-${ref}`, subscription })
    const first = { ...pay('first'), orderId: (await order()).id, periodEnd: inDays(30) }
    await sayLate(50 * MINUTE, 'purchase.paid', first)
    const periodEnd = inDays(60)
    await sayLate(40 * MINUTE, 'subscription.renewed', { ...pay('second'), periodEnd })
    await sayLate(30 * MINUTE, 'refund.full', pay('second'))
    await sayLate(20 * MINUTE, 'subscription.changed', { ref: subscription, subscription, periodEnd })
    await unsuspend()
    assert.equal((await fulfil()).status, 200)
    assert.equal(daysOf(await read()), 33)
  })
})

test.group('a subscription from before its payments were remembered', () => {
  test('does not pay for its license after the merchant has reversed its order', async ({ assert }) => {
    const { merchant, say, reverse, send, read } = await createTarget(RENEWAL, {
      listing: { onEnd: 'suspend' },
      first: { periodEnd: inDays(10) },
    })
    await say(50, 'purchase.paid', { periodEnd: inDays(30) })
    assert.equal(await reverse(), 200)
    await forgetPayments(merchant)
    await send('subscription.ended', { periodEnd: inDays(10) })
    assert.equal((await read()).status, 'SUSPENDED')
  })

  test('keeps what its order gave until the second of two refunds', async ({ assert }) => {
    const { merchant, ref, say, read } = await createTarget({ kind: 'renewal', extendDays: 5 })
    await say(50, 'purchase.paid', { ref: `first-${ref}`, periodEnd: inDays(30) })
    await say(40, 'subscription.renewed', { ref: `second-${ref}`, periodEnd: inDays(60) })
    await forgetPayments(merchant)
    await say(20, 'refund.full', { ref: `second-${ref}` })
    assert.equal(daysOf(await read()), 33)
    await say(10, 'refund.full', { ref: `first-${ref}` })
    assert.equal(daysOf(await read()), 10)
  })

  test('keeps nothing of a payment that was refunded then', async ({ assert }) => {
    const { merchant, ref, say, read } = await createTarget(RENEWAL)
    await say(50, 'purchase.paid', { ref: `first-${ref}`, periodEnd: inDays(30) })
    await say(45, 'refund.full', { ref: `first-${ref}` })
    await forgetPayments(merchant)
    await say(40, 'subscription.renewed', { ref: `second-${ref}`, periodEnd: inDays(60) })
    assert.equal(daysOf(await read()), 63)
    await say(30, 'refund.full', { ref: `second-${ref}` })
    assert.equal(daysOf(await read()), 10)
  })
})
