import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { drain, tell } from '#tests/testkit/processors'
import { createSubscriber, inDays } from '#tests/testkit/subscriber'

type Told = [type: 'paid' | 'renewed' | 'unpaid', minutesAgo: number, days?: number]

const TYPES = {
  paid: 'purchase.paid',
  renewed: 'subscription.renewed',
  unpaid: 'subscription.past_due',
} as const

/** contract/10-storefront#106-processor-events: an older event changes nothing. */
test.group('a payment that has failed', () => {
  test('{title}: flags the order {flags}')
    .with([
      {
        title: 'before the first one was paid',
        told: [
          ['unpaid', 40],
          ['paid', 30, 30],
        ],
        flags: [],
      },
      {
        title: 'before one without a period was paid',
        told: [
          ['unpaid', 40],
          ['paid', 30],
        ],
        flags: [],
      },
      {
        title: 'before one without a period was paid, told last',
        told: [
          ['paid', 30],
          ['unpaid', 40],
        ],
        flags: [],
      },
      {
        title: 'before a renewal, told last',
        told: [
          ['paid', 50, 30],
          ['renewed', 30, 60],
          ['unpaid', 40],
        ],
        flags: [],
      },
      {
        title: 'since the last period',
        told: [
          ['paid', 50, 30],
          ['unpaid', 40],
        ],
        flags: ['past_due'],
      },
      {
        title: 'since one without a period',
        told: [
          ['unpaid', 20],
          ['paid', 30],
        ],
        flags: ['past_due'],
      },
    ] as { title: string; told: Told[]; flags: string[] }[])
    .run(async ({ assert }, { told, flags }) => {
      const { processorId, ref, customer, orders } = await createSubscriber()
      for (const [type, minutes, days] of told) {
        const data = { ref, subscription: ref, providerRef: 'price_1', customer }
        const period = days === undefined ? {} : { periodEnd: inDays(days) }
        const at = new Date(Date.now() - minutes * 60_000).toISOString()
        await tell(processorId, TYPES[type], { ...data, ...period }, newId(), at)
        await drain()
      }
      assert.deepEqual((await orders())[0].flags, flags)
    })
})
