import { test } from '@japa/runner'
import { inDays, near } from '#tests/testkit/subscriber'
import { createWaitingOrder } from '#tests/testkit/waiting_order'

/** What happened to the subscription, how many days ago, and for how long the period of the event lasts. */
const HAPPENED = {
  paid: ['purchase.paid', 5, 30],
  renewed: ['subscription.renewed', 4, 60],
  ended: ['subscription.ended', 3, 60],
} as const

type Waiting = Awaited<ReturnType<typeof createWaitingOrder>>

/** Tells of events in this order. All of them name the same ends of periods. */
function happening({ sayLate }: Waiting) {
  const periods = { 30: inDays(30), 60: inDays(60) }
  return async (...events: (keyof typeof HAPPENED)[]) => {
    for (const event of events) {
      const [type, daysAgo, days] = HAPPENED[event]
      await sayLate(daysAgo, type, { periodEnd: periods[days] })
    }
  }
}

/** contract/10-storefront#106-processor-events: Stripe may tell of the end of a subscription before its last payment. */
test.group('the last paid period of a subscription, which the end has named', () => {
  test('counts for an order that waits: {$self}')
    .with([
      ['paid', 'renewed', 'ended'],
      ['paid', 'ended', 'renewed'],
      ['paid', 'ended'],
    ] as const)
    .run(async ({ assert }, events) => {
      const waiting = await createWaitingOrder({ extendDays: 1 })
      await happening(waiting)(...events)
      await waiting.unsuspend()
      assert.equal((await waiting.fulfil()).status, 200)
      const { expiresAt } = await waiting.read()
      assert.isTrue(near(expiresAt, 60), expiresAt)
    })

  test('makes a new order if the order was rejected: {$self}')
    .with([
      ['renewed', 'ended'],
      ['ended', 'renewed'],
    ] as const)
    .run(async ({ assert }, events) => {
      const waiting = await createWaitingOrder({ extendDays: 1 })
      const happen = happening(waiting)
      await happen('paid')
      await waiting.reject()
      await waiting.unsuspend()
      await happen(...events)
      const [{ state }] = await waiting.orders()
      assert.equal(state, 'fulfilled')
      const { expiresAt } = await waiting.read()
      assert.isTrue(near(expiresAt, 60), expiresAt)
      await happen('renewed')
      assert.lengthOf(await waiting.orders(), 3)
    })

  test('is what a license has when it is restored: {onEnd}, {events}')
    .with(
      (['suspend', 'revoke'] as const).flatMap((onEnd) => [
        { onEnd, events: ['renewed', 'ended'] as const },
        { onEnd, events: ['ended', 'renewed'] as const },
      ])
    )
    .run(async ({ assert }, { onEnd, events }) => {
      const waiting = await createWaitingOrder({ extendDays: 1, onEnd })
      await waiting.unsuspend()
      await happening(waiting)('paid', ...events)
      const { status, expiresAt } = await waiting.read()
      assert.equal(status, onEnd === 'suspend' ? 'SUSPENDED' : 'REVOKED')
      assert.isTrue(near(expiresAt, 63), expiresAt)
    })
})
