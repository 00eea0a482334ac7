import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { drain, tell } from '#tests/testkit/processors'
import { createSharedLicense } from '#tests/testkit/shared_license'
import { ordersPath } from '#tests/testkit/shops'
import { inDays } from '#tests/testkit/subscriber'
import { createWaitingOrder } from '#tests/testkit/waiting_order'

const MINUTE = 1 / 1440
const RENEWAL = { kind: 'renewal', extendDays: 30 }
const ADDON = { kind: 'addon', grant: { hwidLimit: 2 } }

const daysOf = ({ expiresAt }: { expiresAt: string }) =>
  Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)

/** A license with 10 days of its own, and the events of a subscription that is sold for it. */
async function createTarget(sold: object, listing: object = {}, first: object = { subscription: undefined }) {
  const terms = { expirationMode: 'fixed', expiresAt: inDays(10) }
  const shared = await createSharedLicense(sold, first, { terms, ...listing })
  const { merchant, token, processorId, ref, customer, read, orders } = shared
  const { key: licenseKey } = await read()
  const subscription = `${ref}-2`
  const say = async (minutes: number, type: string, data: object = {}) => {
    const told = { ref: subscription, subscription, providerRef: 'price_2', licenseKey, customer, ...data }
    await tell(processorId, type, told, newId(), inDays(-minutes * MINUTE))
    await drain()
  }
  const reverse = async () =>
    call('POST', `${ordersPath(merchant)}/${(await orders())[0].id}/reverse`, {
      token,
      body: { reason: 'Fraud' },
    })
  /** Makes the rows what they were before subscriptions remembered their payments. */
  const forget = async () => {
    const { orgId } = merchant
    await db.rawQuery(`update processor_subjects set latest = latest - 'periods' where org_id = ?`, [orgId])
    await db.rawQuery(`update orders set effect = effect - 'reversed' where org_id = ?`, [orgId])
  }
  return { ...shared, say, reverse, forget, days: async () => daysOf(await read()) }
}

test.group('the payments that a subscription remembers', () => {
  for (const sold of [RENEWAL, ADDON])
    test(`of one of ${sold.kind} lose one if a refund without a name is told twice`, async ({ assert }) => {
      const { say, days } = await createTarget(sold)
      await say(50, 'purchase.paid', { periodEnd: inDays(30) })
      await say(45, 'subscription.renewed', { periodEnd: inDays(60) })
      await say(40, 'subscription.renewed', { periodEnd: inDays(90) })
      for (let told = 0; told < 2; told++) await say(30, 'refund.full')
      assert.equal(await days(), 63)
      await say(20, 'subscription.ended', { periodEnd: inDays(90) })
      assert.equal(await days(), 60)
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
    const { say, reverse, forget, send, read } = await createTarget(
      RENEWAL,
      { onEnd: 'suspend' },
      { periodEnd: inDays(10) }
    )
    await say(50, 'purchase.paid', { periodEnd: inDays(30) })
    assert.equal((await reverse()).status, 200)
    await forget()
    await send('subscription.ended', { periodEnd: inDays(10) })
    assert.equal((await read()).status, 'SUSPENDED')
  })

  test('keeps what its order gave until the second of two refunds', async ({ assert }) => {
    const { ref, say, forget, days } = await createTarget({ kind: 'renewal', extendDays: 5 })
    await say(50, 'purchase.paid', { ref: `first-${ref}`, periodEnd: inDays(30) })
    await say(40, 'subscription.renewed', { ref: `second-${ref}`, periodEnd: inDays(60) })
    await forget()
    await say(20, 'refund.full', { ref: `second-${ref}` })
    assert.equal(await days(), 33)
    await say(10, 'refund.full', { ref: `first-${ref}` })
    assert.equal(await days(), 10)
  })

  test('keeps nothing of a payment that was refunded then', async ({ assert }) => {
    const { ref, say, forget, days } = await createTarget(RENEWAL)
    await say(50, 'purchase.paid', { ref: `first-${ref}`, periodEnd: inDays(30) })
    await say(45, 'refund.full', { ref: `first-${ref}` })
    await forget()
    await say(40, 'subscription.renewed', { ref: `second-${ref}`, periodEnd: inDays(60) })
    assert.equal(await days(), 63)
    await say(30, 'refund.full', { ref: `second-${ref}` })
    assert.equal(await days(), 10)
  })
})
