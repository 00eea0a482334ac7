import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { drain, tell } from '#tests/testkit/processors'
import { createSubscriber, inDays, near } from '#tests/testkit/subscriber'

/** A subscriber with ten paid days. `end` tells of the same end of the subscription, each time under another id. */
async function createEnding(listing: object) {
  const shop = await createSubscriber(listing)
  const { processorId, ref, customer, token, license, send } = shop
  const periodEnd = inDays(10)
  await send('purchase.paid', { periodEnd })
  const { id } = await license()
  const occurredAt = inDays(0)
  const end = async () => {
    const data = { ref, subscription: ref, providerRef: 'price_1', customer, periodEnd }
    await tell(processorId, 'subscription.ended', data, newId(), occurredAt)
    await drain()
    return license()
  }
  const patch = (body: object) => call('PATCH', `/v1/dashboard/licenses/${id}`, { token, body })
  const pause = async (days: number) => {
    await patch({ frozen: true })
    const sql = `update licenses set frozen_at = frozen_at - :days * interval '1 day',
      paused_since = paused_since - :days * interval '1 day' where id = :id`
    await db.rawQuery(sql, { days, id })
    await patch({ frozen: false })
  }
  return { ...shop, end, pause }
}

/** contract/10-storefront#106-processor-events */
test.group('the end of a subscription that is told again', () => {
  test('leaves the pause of its license as it is', async ({ assert }) => {
    const { end, pause } = await createEnding({ graceDays: 90 })
    await pause(5)
    for (const told of [await end(), await end()]) assert.isTrue(near(told.expiresAt, 15), told.expiresAt)
  })

  test('does not suspend a license that its merchant has restored', async ({ assert }) => {
    const { end, act } = await createEnding({ onEnd: 'suspend' })
    assert.equal((await end()).status, 'SUSPENDED')
    await act('unsuspend')
    assert.equal((await end()).status, 'ACTIVE')
  })
})
