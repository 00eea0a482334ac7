import { test } from '@japa/runner'
import { inDays, near } from '#tests/testkit/subscriber'
import { createWaitingOrder } from '#tests/testkit/waiting_order'
import { ADDON, createTarget, MINUTE, RENEWAL } from './target.js'

/** contract/10-storefront#106-processor-events */
test.group('the periods of a subscription whose order for a license is reversed', () => {
  test('go back with their money: {sold.kind}, {type}')
    .with(
      [RENEWAL, ADDON].flatMap((sold) =>
        [
          { type: 'refund.full', days: 10 },
          { type: 'dispute.lost', days: 10 },
          { type: 'subscription.ended', days: 60 },
        ].map((end) => ({ sold, ...end }))
      )
    )
    .run(async ({ assert }, { sold, type, days }) => {
      const { say, state } = await createTarget(sold)
      await say(50, 'purchase.paid', { periodEnd: inDays(30) })
      await say(40, 'refund.full')
      assert.containSubset(await state(), { days: 10, order: 'reversed' })
      await say(30, 'subscription.renewed', { periodEnd: inDays(60) })
      const flags = sold === ADDON ? ['target_inactive'] : []
      assert.deepEqual(await state(), { status: 'ACTIVE', days: 63, order: 'reversed', flags })
      await say(20, 'dispute.opened')
      assert.equal((await state()).status, 'SUSPENDED')
      await say(15, 'dispute.won')
      assert.equal((await state()).status, 'ACTIVE')
      await say(10, type)
      assert.deepEqual(await state(), { status: 'ACTIVE', days, order: 'reversed', flags })
      await say(5, 'subscription.renewed', { periodEnd: inDays(90) })
      assert.equal((await state()).days, 93)
    })

  test('go back if all of them are refunded, but not because one refund is told twice', async ({
    assert,
  }) => {
    const { ref, say, state } = await createTarget(RENEWAL)
    const pay = (payment: number) => ({ ref: `pay-${payment}-${ref}` })
    await say(50, 'purchase.paid', { ...pay(0), periodEnd: inDays(30) })
    await say(40, 'subscription.renewed', { ...pay(1), periodEnd: inDays(60) })
    await say(30, 'subscription.renewed', { ...pay(2), periodEnd: inDays(90) })
    for (const minutes of [20, 19]) {
      await say(minutes, 'refund.full', pay(2))
      assert.containSubset(await state(), { status: 'ACTIVE', days: 63, order: 'reversed' })
    }
    for (const payment of [1, 0]) await say(10, 'refund.full', pay(payment))
    assert.containSubset(await state(), { status: 'ACTIVE', days: 10, order: 'reversed' })
    await say(5, 'subscription.ended')
    assert.equal((await state()).days, 10)
  })

  test('are none if the refund of a period is told before its payment', async ({ assert }) => {
    const { ref, say, state } = await createTarget(RENEWAL)
    const payment = { ref: `pay-${ref}` }
    const period = { periodEnd: inDays(60) }
    await say(50, 'purchase.paid', { periodEnd: inDays(30) })
    await say(30, 'refund.full', payment)
    await say(40, 'subscription.renewed', { ...payment, ...period })
    await say(20, 'subscription.changed', period)
    assert.containSubset(await state(), { days: 10, order: 'reversed' })
    await say(10, 'subscription.renewed', { ref: `next-${ref}`, periodEnd: inDays(90) })
    assert.containSubset(await state(), { days: 93, order: 'reversed' })
  })

  test('make no other order if the order waits and the refund is told before the payment', async ({
    assert,
  }) => {
    const { ref, sayLate, orders, order, read, unsuspend } = await createWaitingOrder()
    const payment = { ref: `b-${ref}` }
    const { length } = await orders()
    await sayLate(50 * MINUTE, 'purchase.paid', { periodEnd: inDays(30) })
    await unsuspend()
    await sayLate(30 * MINUTE, 'refund.full', { ...payment, subscription: `pay-${ref}` })
    await sayLate(40 * MINUTE, 'subscription.renewed', {
      ...{ ...payment, subscription: `pay-${ref}` },
      periodEnd: inDays(60),
    })
    // The first period is still paid for.
    assert.containSubset(await order(), { state: 'pending', flags: ['target_inactive', 'partial_refund'] })
    assert.lengthOf(await orders(), length)
    assert.isTrue(near((await read()).expiresAt, 10), (await read()).expiresAt)
  })

  test('stay if an older refund is told once more', async ({ assert }) => {
    const { say, state } = await createTarget(RENEWAL)
    await say(50, 'purchase.paid', { periodEnd: inDays(30) })
    await say(40, 'refund.full')
    await say(30, 'subscription.renewed', { periodEnd: inDays(60) })
    await say(39, 'refund.full')
    assert.containSubset(await state(), { status: 'ACTIVE', days: 63 })
  })

  test('go back with the order of an addon', async ({ assert }) => {
    const { say, state, ref } = await createTarget(ADDON)
    await say(50, 'purchase.paid', { periodEnd: inDays(30) })
    await say(40, 'subscription.renewed', { ref: `pay-${ref}`, periodEnd: inDays(60) })
    assert.equal((await state()).days, 63)
    await say(30, 'refund.full', { ref: `pay-${ref}` })
    assert.containSubset(await state(), { status: 'ACTIVE', days: 10, order: 'reversed' })
  })

  test('leave the days of a renewal that was bought at once', async ({ assert }) => {
    const { say, state, ref } = await createTarget(RENEWAL)
    await say(50, 'purchase.paid', { periodEnd: inDays(30) })
    await say(40, 'refund.full')
    await say(30, 'subscription.renewed', { periodEnd: inDays(60) })
    await say(20, 'purchase.paid', { ref: `once-${ref}`, subscription: undefined })
    await say(10, 'refund.full')
    assert.containSubset(await state(), { status: 'ACTIVE', days: 40 })
  })

  test('stay if the refund of an earlier one arrives after it: {sold.kind}')
    .with([{ sold: RENEWAL }, { sold: ADDON }])
    .run(async ({ assert }, { sold }) => {
      const { ref, say, state } = await createTarget(sold)
      const first = { ref: `first-${ref}` }
      await say(50, 'purchase.paid', { ...first, periodEnd: inDays(30) })
      await say(30, 'subscription.renewed', { periodEnd: inDays(60) })
      await say(40, 'refund.full', first)
      const { days, order, flags } = await state()
      assert.deepEqual([days, order], [63, 'reversed'])
      assert.deepEqual(flags, sold === ADDON ? ['target_inactive'] : [])
    })

  test('stay if the merchant has changed the license since: the order is flagged', async ({ assert }) => {
    const { say, read, orders, patch } = await createTarget(RENEWAL)
    await say(50, 'purchase.paid', { periodEnd: inDays(30) })
    await say(40, 'refund.full')
    await say(30, 'subscription.renewed', { periodEnd: inDays(60) })
    await patch({ expiresAt: inDays(80) })
    await say(20, 'refund.full')
    assert.isTrue(near((await read()).expiresAt, 80), (await read()).expiresAt)
    assert.deepEqual((await orders())[0].flags, ['changed_since'])
  })

  test('leave days that were bought at once between two refunds', async ({ assert }) => {
    const { ref, say, read, orders } = await createTarget(RENEWAL)
    const [first, second] = [{ ref: `first-${ref}` }, { ref: `second-${ref}` }]
    await say(50, 'purchase.paid', { ...first, periodEnd: inDays(30) })
    await say(40, 'subscription.renewed', { ...second, periodEnd: inDays(60) })
    await say(30, 'refund.full', second)
    await say(20, 'purchase.paid', { ref: `once-${ref}`, subscription: undefined })
    await say(10, 'refund.full', first)
    assert.isTrue(near((await read()).expiresAt, 40), (await read()).expiresAt)
    const [once, reversed] = await orders()
    assert.containSubset(once, { state: 'fulfilled', flags: [] })
    assert.containSubset(reversed, { state: 'reversed', flags: [] })
  })

  test('take nothing that another subscription has paid for, also if that was cancelled at once', async ({
    assert,
  }) => {
    const { say, state, send } = await createTarget(ADDON, { first: { periodEnd: inDays(30) } })
    await say(50, 'purchase.paid', { periodEnd: inDays(30) })
    await say(40, 'subscription.renewed', { periodEnd: inDays(60) })
    await send('subscription.renewed', { periodEnd: inDays(60) })
    await send('subscription.ended')
    await say(0, 'refund.full')
    assert.containSubset(await state(), { days: 60, order: 'reversed' })
  })
})
