import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import ClearDeliveries from '#webhooks/actions/clear_deliveries'
import { webhooks } from '#config/webhooks'
import { firstRow, rows } from '#kernel/database/sql'
import { claimDue } from '#webhooks/engine/claims'
import { drainOutbox } from '#webhooks/engine/drain'
import { writeResults, type AttemptResult } from '#webhooks/engine/results'
import { createMerchant } from '#tests/testkit/merchant'
import { openReceiver, status } from '#tests/testkit/receiver'
import {
  countByStatus,
  createEndpoint,
  deliveriesOf,
  disable,
  drainAll,
  emit,
  manualEngine,
} from '#tests/testkit/webhooks'

const DAY = 24 * 3600 * 1000

/** Claims of one endpoint only; other tests may have left due deliveries behind. */
async function claimOf(endpointId: string, now: number, perEndpoint = 10) {
  const claimed = await claimDue(
    { limit: 100_000, perEndpoint, windows: new Map(), held: new Map(), leaseMs: 30_000 },
    now
  )
  return claimed.filter((delivery) => delivery.endpointId === endpointId)
}

function result(over: Partial<AttemptResult> & { deliveryId: string; endpointId: string }): AttemptResult {
  return {
    attempt: 1,
    at: Date.now(),
    durationMs: 1,
    status: 'succeeded',
    responseStatus: 200,
    error: null,
    nextRetryAt: null,
    answer: null,
    ...over,
  }
}

test.group('webhook rows', () => {
  test('any number of drainers make one delivery of each event', async ({ assert }) => {
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: 'http://127.0.0.1:9/' })
    const events = Array.from({ length: 500 }, (_, n) => ({ n }))
    await emit(merchant, 'license.created', events)
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        while ((await drainOutbox(17)).events > 0);
      })
    )
    assert.deepEqual(await countByStatus(id), { pending: 500 })
    const sent = await firstRow<{ different: number }>(
      db.connection(),
      `select count(distinct v.data->>'n')::int as different from webhook_deliveries d
       join webhook_events v on v.id = d.event_id where d.endpoint_id = ?`,
      [id]
    )
    assert.equal(sent!.different, 500)
    await disable(merchant, id)
  })

  test('a claim holds until its lease ends, and only the first of the line may be claimed', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: 'http://127.0.0.1:9/' })
    const now = Date.now()
    await emit(merchant, 'license.created', new Array(25).fill({}), now)
    await drainAll(now)
    const both = await Promise.all([claimOf(id, now), claimOf(id, now)])
    assert.lengthOf(both.flat(), 10)
    assert.equal(new Set(both.flat().map((one) => one.id)).size, 10)
    assert.lengthOf(await claimOf(id, now + 29_999), 0)
    assert.sameMembers(
      (await claimOf(id, now + 30_001)).map((one) => one.id),
      both.flat().map((one) => one.id)
    )
    await disable(merchant, id)
  })

  test('results: a late failure says nothing new, a late success counts, nothing counts twice', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const { id: endpointId } = await createEndpoint(merchant, { url: 'http://127.0.0.1:9/' })
    const now = Date.now()
    await emit(merchant, 'license.created', [{}], now)
    await drainAll(now)
    const [{ id: deliveryId }] = await deliveriesOf(endpointId)
    const failure = (attempt: number) =>
      result({
        deliveryId,
        endpointId,
        attempt,
        status: 'pending',
        responseStatus: 500,
        error: `HTTP 500 (${attempt})`,
        nextRetryAt: now + attempt * 1000,
      })
    await writeResults([failure(1)])
    await writeResults([failure(1)])
    await writeResults([failure(2)])
    await writeResults([failure(1)])
    const [failing] = await deliveriesOf(endpointId)
    assert.containSubset(failing, { status: 'pending', attempts: 2, lastError: 'HTTP 500 (2)' })
    assert.equal(failing.nextRetryAt!.getTime(), now + 2000)
    assert.deepEqual(
      failing.errors.map((error) => error.message),
      ['HTTP 500 (1)', 'HTTP 500 (2)']
    )
    await writeResults([result({ deliveryId, endpointId, attempt: 2 })])
    await writeResults([failure(3)])
    const [arrived] = await deliveriesOf(endpointId)
    assert.containSubset(arrived, { status: 'succeeded', attempts: 2, lastError: null, nextRetryAt: null })
  })

  test('the retention waits for nobody: a delivery that is held stays for the next time', async ({
    assert,
  }) => {
    await using receiver = await openReceiver(status(302))
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    worker.clock.now = Date.now() - 20_000 * DAY
    await emit(merchant, 'license.created', [{}, {}, {}], worker.clock.now)
    await worker.run()
    const [held] = await deliveriesOf(id)
    const clear = () =>
      new ClearDeliveries().execute(
        new AbortController().signal,
        worker.clock.now + webhooks.retentionMs + DAY
      )
    await db.transaction(async (trx) => {
      await rows(trx, 'select 1 from webhook_deliveries where id = ? for update', [held.id])
      await clear()
      assert.deepEqual(
        (await deliveriesOf(id)).map((one) => one.id),
        [held.id]
      )
    })
    await clear()
    assert.lengthOf(await deliveriesOf(id), 0)
  })

  test('the retention clears what is old, keeps what is young or waits', async ({ assert }) => {
    await using receiver = await openReceiver()
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    const now = worker.clock.now
    // So old that no other test has rows there.
    const old = now - 1000 * DAY
    const clear = () =>
      new ClearDeliveries().execute(new AbortController().signal, old + webhooks.retentionMs + 1000)
    await clear()
    worker.clock.now = old
    await emit(merchant, 'license.created', [{ n: 1 }, { n: 2 }], old)
    receiver.respond = status(302)
    await worker.run()
    receiver.respond = status(500)
    await emit(merchant, 'license.created', [{ n: 3 }], old)
    await worker.run()
    worker.clock.now = now
    await emit(merchant, 'license.created', [{ n: 4 }], now)
    await drainAll(now)
    assert.equal(await clear(), 2)
    assert.equal(await clear(), 0)
    assert.deepEqual(await countByStatus(id), { pending: 2 })
    const left = await rows<{ n: string }>(
      db.connection(),
      `select v.data->>'n' as n from webhook_events v where v.product_id = ? order by 1`,
      [merchant.productId]
    )
    assert.deepEqual(
      left.map(({ n }) => n),
      ['3', '4']
    )
    const attempts = await rows<{ delivery_id: string }>(
      db.connection(),
      `select a.delivery_id from webhook_attempts a
       where not exists (select 1 from webhook_deliveries d where d.id = a.delivery_id)`
    )
    assert.lengthOf(attempts, 0)
    await disable(merchant, id)
  })
})
