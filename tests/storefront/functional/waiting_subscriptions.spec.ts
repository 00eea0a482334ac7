import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { firstRow } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { SYSTEM } from '#kernel/audit/audit'
import { fulfilLocked } from '#storefront/actions/fulfil_order'
import { lockOrder } from '#storefront/store/lock_order'
import { lockWaits } from '#tests/testkit/lock_waits'
import { drain } from '#tests/testkit/processors'
import { createListing } from '#tests/testkit/shops'
import { inDays, near } from '#tests/testkit/subscriber'
import { createTier } from '#tests/testkit/tiers'
import { createWaitingOrder } from '#tests/testkit/waiting_order'

const WHO: ('merchant' | 'purchase.paid')[] = ['merchant', 'purchase.paid']

type Waiting = Awaited<ReturnType<typeof createWaitingOrder>>

/** Lets the order of a waiting subscription be fulfilled, by its merchant or by a purchase that is told again. */
async function fulfilBy(who: (typeof WHO)[number], { unsuspend, fulfil, say }: Waiting) {
  await unsuspend()
  if (who === 'merchant') return (await fulfil()).status
  await say('purchase.paid')
  return 200
}

/** contract/10-storefront#106-processor-events */
test.group('a paid order that waits, and a change of its subscription', () => {
  test('has the period that the change names, as Lemon Squeezy reports renewals: {$self} fulfils')
    .with(WHO)
    .run(async ({ assert }, who) => {
      const waiting = await createWaitingOrder()
      const { say, read, result, subscription } = waiting
      await say('purchase.paid', { subscription, periodEnd: inDays(30) })
      await say('subscription.changed', { subscription, periodEnd: inDays(60) })
      assert.match(await result(), /^The order waits for its merchant/)
      assert.equal(await fulfilBy(who, waiting), 200)
      assert.isTrue(near((await read()).expiresAt, 63), (await read()).expiresAt)
      await say('subscription.changed', { subscription, periodEnd: inDays(90) })
      assert.isTrue(near((await read()).expiresAt, 93), (await read()).expiresAt)
    })

  test('is fulfilled by a change that names its period, once the license can have it', async ({ assert }) => {
    const { say, order, read, unsuspend, subscription } = await createWaitingOrder()
    await unsuspend()
    await say('subscription.changed', { subscription, periodEnd: inDays(60) })
    assert.equal((await order()).state, 'fulfilled')
    assert.isTrue(near((await read()).expiresAt, 63), (await read()).expiresAt)
  })

  test('is followed by a new order for a later period, and only for that: after {$self}')
    .with(['a rejection', 'a refund', 'a rejection before its period is known'] as const)
    .run(async ({ assert }, over) => {
      const { say, orders, read, reject, unsuspend, result, subscription } = await createWaitingOrder()
      const paid = { subscription, periodEnd: inDays(30) }
      if (!over.includes('before')) await say('purchase.paid', paid)
      if (over === 'a refund') await say('refund.full')
      else assert.equal((await reject()).status, 200)
      await say('purchase.paid', paid)
      for (const told of [{ subscription }, paid, { ...paid, providerRef: 'price_1' }]) {
        await say('subscription.changed', told)
        assert.equal(await result(), 'The order is rejected')
      }
      assert.lengthOf(await orders(), 2)
      await unsuspend()
      await say('subscription.changed', { subscription, periodEnd: inDays(60) })
      assert.lengthOf(await orders(), 3)
      assert.equal((await orders())[0].state, 'fulfilled')
      assert.isTrue(near((await read()).expiresAt, 63), (await read()).expiresAt)
    })

  test(
    'is followed by a new order for the next period, as Lemon Squeezy reports it, also if {$self} after its rejection'
  )
    .with(['it is refunded', 'its dispute is lost'])
    .run(async ({ assert }, over) => {
      const { say, orders, reject, subscription } = await createWaitingOrder()
      await say('purchase.paid', { subscription, periodEnd: inDays(30) })
      await reject()
      await say(over === 'it is refunded' ? 'refund.full' : 'dispute.lost')
      await say('subscription.changed', { subscription, periodEnd: inDays(60) })
      assert.lengthOf(await orders(), 3)
    })

  test('is not paid by the repeated period of a payment that was refunded: {$self}')
    .with(['subscription.changed', 'purchase.paid', 'subscription.renewed'] as const)
    .run(async ({ assert }, type) => {
      const { ref, say, sayLate, order, read, unsuspend, subscription } = await createWaitingOrder()
      const periodEnd = inDays(60)
      await sayLate(3, 'purchase.paid', { periodEnd })
      await say('purchase.paid', { ref: `more-${ref}`, orderId: (await order()).id })
      await sayLate(1, 'refund.full')
      await unsuspend()
      await sayLate(3, type, { periodEnd })
      assert.containSubset(await order(), { state: 'pending', flags: ['target_inactive', 'partial_refund'] })
      await say('subscription.changed', { subscription, periodEnd: inDays(90) })
      assert.equal((await order()).state, 'fulfilled')
      assert.isTrue(near((await read()).expiresAt, 93), (await read()).expiresAt)
    })

  test('has the tier, the limits and the grace of the new price: {who} fulfils, the change names {period}')
    .with(WHO.flatMap((who) => ['no period', 'a period'].map((period) => ({ who, period }))))
    .run(async ({ assert }, { who, period }) => {
      const waiting = await createWaitingOrder()
      const { say, read, order, merchant, processorId, subscription } = waiting
      const { id: tierId } = await createTier(merchant)
      const providerRefs = [{ processorId, ref: 'price_pro' }]
      const policyOverride = { hwidLimit: 7 }
      await createListing(merchant, { name: 'Pro', tierId, policyOverride, graceDays: 9, providerRefs })
      await say('purchase.paid', { subscription, periodEnd: inDays(50) })
      const periodEnd = period === 'a period' ? inDays(60) : undefined
      await say('subscription.changed', { subscription, providerRef: 'price_pro', periodEnd })
      assert.equal(await fulfilBy(who, waiting), 200)
      const { expiresAt, ...after } = await read()
      assert.containSubset(after, { tierId, policyOverride })
      assert.isTrue(near(expiresAt, periodEnd ? 69 : 59), expiresAt)
      assert.containSubset(await order(), { state: 'fulfilled', listing: { name: 'More' } })
      await say('subscription.changed', { subscription, providerRef: 'price_1' })
      assert.equal((await read()).tierId, null)
    })
})

/** contract/10-storefront#106-processor-events */
test.group('a paid order that waits, and the end of its subscription', () => {
  test('has no more than the last period: {$self} fulfils')
    .with(WHO)
    .run(async ({ assert }, who) => {
      const waiting = await createWaitingOrder({ extendDays: 1 })
      const { say, read, subscription } = waiting
      await say('purchase.paid', { subscription, periodEnd: inDays(365) })
      await say('subscription.ended', { subscription, periodEnd: inDays(20) })
      assert.equal(await fulfilBy(who, waiting), 200)
      assert.isTrue(near((await read()).expiresAt, 20), (await read()).expiresAt)
    })

  test('has its period without the grace if the end names none', async ({ assert }) => {
    const waiting = await createWaitingOrder()
    const { say, read, subscription } = waiting
    await say('purchase.paid', { subscription, periodEnd: inDays(60) })
    await say('subscription.ended', { subscription })
    assert.equal(await fulfilBy('merchant', waiting), 200)
    assert.isTrue(near((await read()).expiresAt, 60), (await read()).expiresAt)
  })

  test('is not shortened by an end that is older than its period', async ({ assert }) => {
    const waiting = await createWaitingOrder()
    const { say, sayLate, read, result, subscription } = waiting
    await say('subscription.renewed', { subscription, periodEnd: inDays(60) })
    await sayLate(5, 'subscription.ended', { periodEnd: inDays(30) })
    assert.equal(await result(), 'The subscription was renewed since')
    assert.equal(await fulfilBy('merchant', waiting), 200)
    assert.isTrue(near((await read()).expiresAt, 63), (await read()).expiresAt)
  })

  test('is left to its merchant by an older payment if its listing says {$self}, and paid by a newer one')
    .with(['suspend', 'revoke'] as const)
    .run(async ({ assert }, onEnd) => {
      const { say, sayLate, order, read, unsuspend, subscription } = await createWaitingOrder({ onEnd })
      await sayLate(5, 'purchase.paid', { periodEnd: inDays(60) })
      await sayLate(4, 'subscription.ended', { periodEnd: inDays(60) })
      await unsuspend()
      await sayLate(5, 'purchase.paid', { periodEnd: inDays(60) })
      await sayLate(5, 'subscription.renewed', { periodEnd: inDays(90) })
      assert.equal((await order()).state, 'pending')
      await say('subscription.renewed', { subscription, periodEnd: inDays(120) })
      assert.equal((await order()).state, 'fulfilled')
      assert.isTrue(near((await read()).expiresAt, 123), (await read()).expiresAt)
      await say('subscription.ended', { subscription, periodEnd: inDays(120) })
      assert.equal((await read()).status, onEnd === 'suspend' ? 'SUSPENDED' : 'REVOKED')
    })

  test('is not paid by its repeated period after the end, at {price}, with {onEnd}')
    .with(
      ['price_1', 'price_2'].flatMap((price) =>
        (['expire', 'revoke'] as const).map((onEnd) => ({ price, onEnd }))
      )
    )
    .run(async ({ assert }, { price, onEnd }) => {
      const waiting = await createWaitingOrder({ onEnd, extendDays: 1 })
      const { say, sayLate, order, read, unsuspend, subscription } = waiting
      const paid = { subscription, periodEnd: inDays(40) }
      await sayLate(5, 'purchase.paid', paid)
      await sayLate(4, 'subscription.ended', { periodEnd: inDays(20) })
      await unsuspend()
      await say('subscription.changed', { ...paid, providerRef: price })
      assert.equal((await order()).state, 'pending')
      assert.equal(await fulfilBy('merchant', waiting), 200)
      // The listing of price_1 has onEnd expire, so there is no grace after the end.
      const days = onEnd === 'revoke' && price === 'price_2' ? 23 : 20
      assert.isTrue(near((await read()).expiresAt, days), (await read()).expiresAt)
    })

  test('gets no new order by an older payment if it was rejected', async ({ assert }) => {
    const { say, sayLate, orders, reject, result, subscription } = await createWaitingOrder()
    await reject()
    await say('subscription.ended', { subscription, periodEnd: inDays(20) })
    await sayLate(5, 'subscription.renewed', { periodEnd: inDays(60) })
    assert.equal(await result(), 'The subscription has ended since')
    assert.lengthOf(await orders(), 2)
  })
})

/** contract/10-storefront#105-orders */
test.group('a payment for several pieces of a listing that acts on a license', () => {
  test('{kind}: gives one piece, and the order is flagged')
    .with([{ kind: 'renewal' }, { kind: 'addon', grant: { hwidLimit: 2 }, extendDays: null }])
    .run(async ({ assert }, sold) => {
      const { say, unsuspend, orders, ref, soldId } = await createWaitingOrder(sold)
      await unsuspend()
      await say('purchase.paid', { ref: `three-${ref}`, quantity: 3 })
      const flags = ['higher_quantity']
      assert.containSubset((await orders())[0], { state: 'fulfilled', quantity: 1, flags })
      const sql = 'select taken from listings where id = ?'
      assert.deepEqual(await firstRow(db.connection(), sql, [soldId]), { taken: 2 })
    })
})

/** contract/10-storefront#106-processor-events */
test.group('a dispute that is decided while another payment fulfils its order', () => {
  test('{decision}: its period lasts {days} days')
    .with([
      { decision: 'won', days: 368 },
      { decision: 'lost', days: 40 },
    ])
    .run(async ({ assert }, { decision, days }) => {
      const { ref, say, order, read, unsuspend, merchant, subscription } = await createWaitingOrder()
      const { id } = await order()
      await say('purchase.paid', { subscription, periodEnd: inDays(365) })
      await say('purchase.paid', { ref: `more-${ref}`, orderId: id })
      await say('dispute.opened')
      await unsuspend()
      let decided = Promise.resolve()
      await transaction(async (trx) => {
        const locked = await lockOrder(trx, merchant.scope, id)
        decided = say(`dispute.${decision}`)
        await lockWaits(1)
        await fulfilLocked(trx, locked, { actor: SYSTEM.actor, clock: Date.now })
      })
      await decided
      // The event is tried again later if it has waited too long for the order.
      await drain(() => Date.now() + 60_000)
      assert.isTrue(near((await read()).expiresAt, days), (await read()).expiresAt)
      await say('subscription.renewed', { subscription, periodEnd: inDays(200) })
      assert.isTrue(near((await read()).expiresAt, Math.max(days, 203)), (await read()).expiresAt)
    })
})
