import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import DeleteEndpoint from '#webhooks/actions/delete_endpoint'
import UpdateEndpoint from '#webhooks/actions/update_endpoint'
import { SYSTEM } from '#kernel/audit/audit'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { openReceiver } from '#tests/testkit/receiver'
import {
  createEndpoint,
  deliveriesOf,
  disable,
  drainAll,
  emit,
  manualEngine,
  productScope,
} from '#tests/testkit/webhooks'

const EVENT = 'license.created'

async function enable(merchant: Merchant, id: string) {
  const update = await app.container.make(UpdateEndpoint)
  await update.execute(productScope(merchant), id, { enabled: true }, SYSTEM)
}

/** The `n` of the events that an endpoint was sent, sorted. */
function sent(received: { body: string }[]): number[] {
  return received.map(({ body }) => JSON.parse(body).data.n).sort((a, b) => a - b)
}

test.group('an endpoint gets the events that happened while it listened', () => {
  test('not those from before it existed, however late the outbox is drained', async ({ assert }) => {
    await using receiver = await openReceiver()
    await using worker = manualEngine()
    const merchant = await createMerchant()
    await emit(merchant, EVENT, [{ n: 1 }, { n: 2 }])
    await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, EVENT, [{ n: 3 }])
    await worker.run()
    assert.deepEqual(sent(receiver.received), [3])
  })

  test('a clock that is behind on the machine of the event loses nothing', async ({ assert }) => {
    await using receiver = await openReceiver()
    await using worker = manualEngine()
    const merchant = await createMerchant()
    await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, EVENT, [{ n: 1 }], Date.now() - 60_000)
    await worker.run()
    assert.deepEqual(sent(receiver.received), [1])
  })

  test('not those from while it was disabled, though it is enabled again when they are drained', async ({
    assert,
  }) => {
    await using receiver = await openReceiver()
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, EVENT, [{ n: 1 }])
    await disable(merchant, id)
    await emit(merchant, EVENT, [{ n: 2 }])
    await enable(merchant, id)
    await enable(merchant, id)
    await emit(merchant, EVENT, [{ n: 3 }])
    await worker.run()
    assert.deepEqual(sent(receiver.received), [1, 3])
  })

  test('old times of listening are forgotten, but not while the outbox has an event of them', async ({
    assert,
  }) => {
    await using receiver = await openReceiver()
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    await worker.run()
    const again = async () => {
      await disable(merchant, id)
      await enable(merchant, id)
      const [{ ranges }] = await rows<{ ranges: number }>(
        db.connection(),
        `select (select count(*)::int from unnest(heard)) as ranges from webhook_endpoints where id = ?`,
        [id]
      )
      return ranges
    }
    await emit(merchant, EVENT, [{ n: 1 }])
    // As if the endpoint had been switched off and on 150 times since the event, and 150 times before it.
    const next = `nextval(pg_get_serial_sequence('outbox_events', 'id'))`
    await rows(db.connection(), `select ${next} from generate_series(1, 500)`)
    await rows(
      db.connection(),
      `update webhook_endpoints set heard = int8multirange(int8range(${next}, null)) + (
         select range_agg(int8range(event.id + n * 3, event.id + n * 3 + 1)) from generate_series(-150, 150) n,
           (select max(id) as id from outbox_events where org_id = ?) event) where id = ?`,
      [merchant.orgId, id]
    )
    assert.isAtLeast(await again(), 150)
    await worker.run()
    assert.deepEqual(sent(receiver.received), [1])
    assert.isAtMost(await again(), 101)
  })

  test('disabled at the drain: what it missed is on record, cancelled, and can be replayed', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: 'http://127.0.0.1:9/' })
    await emit(merchant, EVENT, [{ n: 1 }])
    await disable(merchant, id)
    await disable(merchant, id)
    await emit(merchant, EVENT, [{ n: 2 }])
    await drainAll()
    const deliveries = await deliveriesOf(id)
    assert.lengthOf(deliveries, 1)
    assert.containSubset(deliveries[0], {
      status: 'cancelled',
      attempts: 0,
      lastError: 'The endpoint is disabled',
      nextRetryAt: null,
    })
  })

  test('made disabled, it hears from the moment it is enabled; removed, it hears nothing', async ({
    assert,
  }) => {
    await using receiver = await openReceiver()
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url, enabled: false })
    await emit(merchant, EVENT, [{ n: 1 }])
    await enable(merchant, id)
    await emit(merchant, EVENT, [{ n: 2 }])
    await worker.run()
    assert.deepEqual(sent(receiver.received), [2])
    await emit(merchant, EVENT, [{ n: 3 }])
    const remove = await app.container.make(DeleteEndpoint)
    await remove.execute(productScope(merchant), id, SYSTEM)
    await worker.run()
    assert.deepEqual(sent(receiver.received), [2])
  })
})
