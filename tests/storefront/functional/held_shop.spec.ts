import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import DrainEvents from '#storefront/actions/drain_events'
import { rows } from '#kernel/database/sql'
import { drain } from '#tests/testkit/processors'
import { createTill } from '#tests/testkit/till'

const HOUR = 3_600_000

/** contract/10-storefront#106-processor-events */
test.group('events of a shop whose rows somebody holds', () => {
  test('wait by themselves: those of other shops are worked on, and nothing is lost', async ({ assert }) => {
    const [held, other] = [await createTill(), await createTill()]
    const letGo = await db.transaction()
    await rows(letGo, 'select id from listings where id = ? for update', [held.listingId])
    for (const ref of ['pay-1', 'pay-2', 'pay-3']) {
      await held.buy(ref)
      await other.buy(ref)
    }
    await other.buy('pay-1', {}, 'refund.full')
    const events = await app.container.make(DrainEvents)
    for (let run = 0; run < 2; run++) await events.execute()
    const states = (await other.orders()).map(({ state }) => state)
    await letGo.rollback()
    assert.sameMembers(states, ['reversed', 'fulfilled', 'fulfilled'])
    await drain(() => Date.now() + HOUR)
    assert.lengthOf(await held.orders(), 3)
  }).timeout(60_000)
})
