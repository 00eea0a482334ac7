import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import DrainEvents from '#storefront/actions/drain_events'
import { rows } from '#kernel/database/sql'
import { atATime } from '#tests/testkit/at_a_time'
import { drain } from '#tests/testkit/processors'
import { createTill } from '#tests/testkit/till'

const waiting = async (orgId: string) =>
  (
    await rows<{ id: string }>(
      db.connection(),
      `select id from processor_events where org_id = ? and state = 'queued'`,
      [orgId]
    )
  ).length

/** A signal that ends a run after it has been checked `looks` times. */
const after = (looks: number) => {
  let left = looks
  return {
    get aborted() {
      return left-- <= 0
    },
  } as AbortSignal
}

/** contract/10-storefront#106-processor-events */
test.group('a shop with very many events that wait', () => {
  test('delays those of another by no more than a share of its own', async ({ assert }) => {
    const [busy, other] = [await createTill(), await createTill()]
    // More than the share of an org of one batch.
    const refs = Array.from({ length: 120 }, (_, at) => `pay-${at}`)
    await atATime(10, refs, (ref) => busy.buy(ref, {}, 'dispute.opened'))
    await other.buy('pay-1')
    await other.buy('pay-2', {}, 'dispute.opened')
    await (await app.container.make(DrainEvents)).execute(after(10))
    assert.equal(await waiting(other.merchant.orgId), 0)
    assert.isAbove(await waiting(busy.merchant.orgId), 100)
    await drain()
    assert.equal(await waiting(busy.merchant.orgId), 0)
    assert.lengthOf(await other.orders(), 1)
  })
})
