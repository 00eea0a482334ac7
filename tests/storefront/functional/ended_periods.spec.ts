import { test } from '@japa/runner'
import { inDays, near } from '#tests/testkit/subscriber'
import { createWaitingOrder } from '#tests/testkit/waiting_order'

const LAST = inDays(60)

/** What happened to the subscription, how many days ago, and the end of the period that the event names. */
const HAPPENED = {
  paid: ['purchase.paid', 5, inDays(30)],
  renewed: ['subscription.renewed', 4, LAST],
  ended: ['subscription.ended', 3, LAST],
} as const

type Waiting = Awaited<ReturnType<typeof createWaitingOrder>>

async function happen({ sayLate }: Waiting, events: readonly (keyof typeof HAPPENED)[]) {
  for (const event of events) {
    const [type, daysAgo, periodEnd] = HAPPENED[event]
    await sayLate(daysAgo, type, { periodEnd })
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
      await happen(waiting, events)
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
      await happen(waiting, ['paid'])
      await waiting.reject()
      await waiting.unsuspend()
      await happen(waiting, events)
      const [{ state }] = await waiting.orders()
      assert.equal(state, 'fulfilled')
      const { expiresAt } = await waiting.read()
      assert.isTrue(near(expiresAt, 60), expiresAt)
      await happen(waiting, ['renewed'])
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
      await happen(waiting, ['paid', ...events])
      const { status, expiresAt } = await waiting.read()
      assert.equal(status, onEnd === 'suspend' ? 'SUSPENDED' : 'REVOKED')
      assert.isTrue(near(expiresAt, 63), expiresAt)
    })
})
