import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { webhooks } from '#config/webhooks'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { createMerchant } from '#tests/testkit/merchant'
import { openReceiver } from '#tests/testkit/receiver'
import { createEndpoint, deliveriesOf, emit, manualEngine } from '#tests/testkit/webhooks'

/** A merchant with one delivery that has arrived. */
async function delivered(url: string) {
  await using worker = manualEngine()
  const merchant = await createMerchant()
  const endpoint = await createEndpoint(merchant, { url })
  await emit(merchant, 'license.revoked', [{}])
  await worker.run()
  const [{ id }] = await deliveriesOf(endpoint.id)
  const path = `/v1/dashboard/webhooks/products/${merchant.productId}/deliveries/${id}/replay`
  const replay = () => call('POST', path, { token: merchant.token, body: {} })
  return { id, endpoint, replay }
}

test.group('replays of deliveries that the retention period deletes', () => {
  test('one whose event has just been deleted is NOT_FOUND', async ({ assert }) => {
    await using receiver = await openReceiver()
    const { id, endpoint, replay } = await delivered(receiver.url)
    const sql = 'delete from webhook_events where id = (select event_id from webhook_deliveries where id = ?)'
    await rows(db.connection(), sql, [id])
    const { status, body } = await replay()
    assert.deepEqual([status, body.error.code], [404, 'NOT_FOUND'])
    assert.lengthOf(receiver.received, 1)
    assert.lengthOf(await deliveriesOf(endpoint.id), 1)
  })

  test('one that will be deleted within a minute is NOT_FOUND, and sent before', async ({ assert }) => {
    await using receiver = await openReceiver()
    const { replay } = await delivered(receiver.url)
    assert.equal((await replay()).status, 200)
    const settled = webhooks.retentionMs
    Object.assign(webhooks, { retentionMs: 50_000 })
    try {
      const { status, body } = await replay()
      assert.deepEqual([status, body.error.code], [404, 'NOT_FOUND'])
    } finally {
      Object.assign(webhooks, { retentionMs: settled })
    }
    assert.lengthOf(receiver.received, 2)
  })
})
