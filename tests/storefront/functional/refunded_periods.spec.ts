import { test } from '@japa/runner'
import { inDays } from '#tests/testkit/subscriber'
import { createWaitingOrder } from '#tests/testkit/waiting_order'
import { ADDON, createTarget, daysOf, MINUTE, RENEWAL } from './target.js'

/** What happened, minutes ago: the payments of two periods, their refunds, and the end of the subscription. */
const HAPPENED = {
  first: [50, 'purchase.paid', 'first', 30],
  second: [40, 'subscription.renewed', 'second', 60],
  refundOfFirst: [30, 'refund.full', 'first', null],
  refundOfSecond: [29, 'refund.full', 'second', null],
  end: [20, 'subscription.ended', null, 60],
} as const
type Happened = keyof typeof HAPPENED

/** A license with 10 days of its own, and a subscription for it whose payments have names. */
async function createHistory(sold: object) {
  const target = await createTarget(sold)
  const happen = (one: Happened) => {
    const [minutes, type, payment, days] = HAPPENED[one]
    const named = payment && { ref: `${payment}-${target.ref}` }
    return target.say(minutes, type, { ...named, ...(days && { periodEnd: inDays(days) }) })
  }
  return { ...target, happen }
}

function ordersOf(events: Happened[]): Happened[][] {
  if (events.length < 2) return [events]
  return events.flatMap((one) =>
    ordersOf(events.filter((other) => other !== one)).map((rest) => [one, ...rest])
  )
}

/** contract/10-storefront#106-processor-events */
test.group('the refund of a period of a subscription for an existing license', () => {
  test('takes its own time alone, whatever order the events arrive in: {sold.kind}, {events}')
    .with(
      [
        { sold: RENEWAL, refund: 'refundOfFirst', days: 63 },
        { sold: ADDON, refund: 'refundOfFirst', days: 63 },
        { sold: RENEWAL, refund: 'refundOfSecond', days: 33 },
        { sold: ADDON, refund: 'refundOfSecond', days: 10 },
      ].flatMap(({ refund, ...sold }) =>
        ordersOf(['first', 'second', refund as Happened])
          .filter(([one]) => one !== refund)
          .map((events) => ({ ...sold, events }))
      )
    )
    .run(async ({ assert }, { sold, days, events }) => {
      const { happen, state } = await createHistory(sold)
      for (const one of events) await happen(one)
      assert.containSubset(await state(), { status: 'ACTIVE', days, order: 'reversed' })
    })

  test(
    'takes all time if every payment is refunded, also if the subscription has ended: {sold.kind}, {events}'
  )
    .with(
      [RENEWAL, ADDON].flatMap((sold) =>
        (
          [
            ['first', 'second', 'refundOfFirst', 'refundOfSecond', 'end'],
            ['second', 'first', 'refundOfSecond', 'end', 'refundOfFirst'],
            ['first', 'second', 'end', 'refundOfSecond', 'refundOfFirst'],
            ['first', 'end', 'second', 'refundOfFirst', 'refundOfSecond'],
          ] as Happened[][]
        ).map((events) => ({ sold, events }))
      )
    )
    .run(async ({ assert }, { sold, events }) => {
      const { happen, state } = await createHistory(sold)
      for (const one of events) await happen(one)
      assert.containSubset(await state(), { status: 'ACTIVE', days: 10, order: 'reversed' })
    })

  test('takes its own time alone if the first payment is told after the end: {sold.kind}')
    .with([
      { sold: RENEWAL, days: 30 },
      { sold: ADDON, days: 10 },
    ])
    .run(async ({ assert }, { sold, days }) => {
      const { happen, state } = await createHistory(sold)
      for (const one of ['second', 'end', 'first', 'refundOfSecond'] as const) await happen(one)
      assert.containSubset(await state(), { status: 'ACTIVE', days, order: 'reversed' })
    })

  test('takes it also if the merchant has reversed the order before, which leaves the later period', async ({
    assert,
  }) => {
    const { happen, reverse, state } = await createHistory(RENEWAL)
    await happen('first')
    await happen('second')
    assert.equal(await reverse(), 200)
    assert.equal((await state()).days, 63)
    await happen('refundOfSecond')
    assert.deepEqual(await state(), { status: 'ACTIVE', days: 10, order: 'reversed', flags: [] })
  })

  test('takes nothing of a renewal that was bought at once from what it has paid for', async ({ assert }) => {
    const { ref, happen, say, read } = await createHistory(RENEWAL)
    await happen('first')
    await happen('refundOfFirst')
    const once = { ref: `once-${ref}`, subscription: undefined }
    await say(28, 'purchase.paid', once)
    await happen('second')
    await say(10, 'refund.full', once)
    assert.equal(daysOf(await read()), 63)
  })

  test('leaves an order that waits for its merchant with the other period', async ({ assert }) => {
    const { ref, sayLate, unsuspend, fulfil, order, read } = await createWaitingOrder({ extendDays: 5 })
    const subscription = `subscription-${ref}`
    const pay = (name: string) => ({ ref: `${name}-${ref}`, subscription })
    await sayLate(50 * MINUTE, 'purchase.paid', {
      ...pay('first'),
      orderId: (await order()).id,
      periodEnd: inDays(30),
    })
    await sayLate(40 * MINUTE, 'subscription.renewed', { ...pay('second'), periodEnd: inDays(60) })
    await sayLate(30 * MINUTE, 'refund.full', pay('second'))
    assert.containSubset(await order(), { state: 'pending', flags: ['target_inactive', 'partial_refund'] })
    await unsuspend()
    assert.equal((await fulfil()).status, 200)
    assert.equal(daysOf(await read()), 33)
  })

  test('leaves nothing of an earlier period whose order its merchant has rejected', async ({ assert }) => {
    const { ref, sayLate, unsuspend, reject, order, orders, read } = await createWaitingOrder({
      extendDays: 5,
    })
    const subscription = `subscription-${ref}`
    const pay = (name: string) => ({ ref: `${name}-${ref}`, subscription })
    const first = { ...pay('first'), orderId: (await order()).id, periodEnd: inDays(30) }
    await sayLate(50 * MINUTE, 'purchase.paid', first)
    assert.equal((await reject()).status, 200)
    await unsuspend()
    await sayLate(40 * MINUTE, 'subscription.renewed', { ...pay('second'), periodEnd: inDays(60) })
    assert.equal((await orders())[0].state, 'fulfilled')
    await sayLate(30 * MINUTE, 'refund.full', pay('second'))
    assert.equal(daysOf(await read()), 10)
  })
})
