import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { drain, tell } from '#tests/testkit/processors'
import { createSubscriber, inDays, near } from '#tests/testkit/subscriber'

/** What happened to a subscription, and how many minutes ago. */
const HAPPENED = {
  paid: ['purchase.paid', 50, 30],
  unpaid: ['subscription.past_due', 40, null],
  renewed: ['subscription.renewed', 30, 395],
  ended: ['subscription.ended', 20, 395],
  endedAtOnce: ['subscription.ended', 20, 10],
} as const

/** contract/10-storefront#106-processor-events: Stripe has moved the period on before it is paid. */
test.group('the end of a subscription whose payment has failed', () => {
  test('{events}: the license lasts as long as it is paid for')
    .with([
      { events: ['paid', 'ended'], days: 395 },
      { events: ['paid', 'unpaid', 'ended'], days: 30 },
      { events: ['unpaid', 'paid', 'ended'], days: 30 },
      { events: ['paid', 'unpaid', 'endedAtOnce'], days: 10 },
      { events: ['paid', 'unpaid', 'renewed', 'ended'], days: 395 },
      { events: ['paid', 'renewed', 'unpaid', 'ended'], days: 395 },
      { events: ['paid', 'unpaid', 'ended', 'renewed'], days: 395 },
    ] as const)
    .run(async ({ assert }, { events, days }) => {
      const { license, processorId, ref, customer } = await createSubscriber()
      for (const event of events) {
        const [type, minutes, until] = HAPPENED[event]
        const data = { ref, subscription: ref, providerRef: 'price_1', customer }
        const period = until === null ? {} : { periodEnd: inDays(until) }
        const at = new Date(Date.now() - minutes * 60_000).toISOString()
        await tell(processorId, type, { ...data, ...period }, newId(), at)
        await drain()
      }
      assert.isTrue(near((await license()).expiresAt, days), (await license()).expiresAt)
    })
})
