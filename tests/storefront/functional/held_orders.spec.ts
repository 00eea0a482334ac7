import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { firstRow, rows } from '#kernel/database/sql'
import { drain } from '#tests/testkit/processors'
import { createSubscriber } from '#tests/testkit/subscriber'

/** contract/10-storefront#106-processor-events */
test.group('an event whose order another change holds', () => {
  test('is tried again soon, and this counts as no failure', async ({ assert }) => {
    const { send, license, merchant } = await createSubscriber()
    await send('purchase.paid')
    const holding = await db.transaction()
    await rows(holding, 'select from processor_subjects where org_id = ? for update', [merchant.orgId])
    const now = Date.now()
    const event = () =>
      firstRow<{ state: string; tries: number; wait: number }>(
        db.connection(),
        `select state, tries, extract(epoch from due_at)::float8 * 1000 - ? as wait
         from processor_events where org_id = ? and type = 'refund.full'`,
        [now, merchant.orgId]
      )
    try {
      await send('refund.full')
      const { state, tries, wait } = (await event())!
      assert.deepEqual({ state, tries }, { state: 'queued', tries: 0 })
      assert.isBelow(wait, 60_000)
      assert.equal((await license()).status, 'ACTIVE')
    } finally {
      await holding.rollback()
    }
    await drain(() => now + 60_000)
    assert.containSubset(await event(), { state: 'done', tries: 1 })
    assert.equal((await license()).status, 'REVOKED')
  })
})
