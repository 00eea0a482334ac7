import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import ClearDeliveries from '#actions/webhooks/clear_deliveries'
import DeleteEndpoint from '#actions/webhooks/delete_endpoint'
import DeliverWebhooks from '#actions/webhooks/deliver_webhooks'
import UpdateEndpoint from '#actions/webhooks/update_endpoint'
import { webhooks } from '#config/webhooks'
import { firstRow, rows } from '#services/sql'
import { claimDue } from '#services/webhooks/claims'
import { drainOutbox } from '#services/webhooks/drain'
import { writeResults, type AttemptResult } from '#services/webhooks/results'
import { createMerchant } from '#tests/support/merchant'
import { openReceiver, status } from '#tests/support/receiver'
import {
  countByStatus,
  createEndpoint,
  deliveriesOf,
  emit,
  manualEngine,
  productScope,
} from '#tests/support/webhooks'
import { until } from '#tests/support/wait'

const DAY = 24 * 3600 * 1000

async function disable(merchant: Parameters<typeof productScope>[0], id: string) {
  const update = await app.container.make(UpdateEndpoint)
  await update.execute(productScope(merchant), id, { enabled: false })
}

/** Claims of one endpoint alone; other tests may have left due deliveries behind. */
async function claimOf(endpointId: string, now: number, perEndpoint = 10) {
  const claimed = await claimDue({ limit: 100_000, perEndpoint, windows: new Map(), leaseMs: 30_000 }, now)
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
    ...over,
  }
}

test.group('webhook deliveries end', () => {
  test('disabling stops the retries and says so; enabling brings none of them back', async ({ assert }) => {
    await using receiver = await openReceiver(status(500))
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, 'license.created', [{}, {}])
    await worker.run()
    await disable(merchant, id)
    for (const delivery of await deliveriesOf(id)) {
      assert.containSubset(delivery, {
        status: 'cancelled',
        attempts: 1,
        lastError: 'The endpoint is disabled',
        nextRetryAt: null,
      })
      assert.lengthOf(delivery.errors, 1)
    }
    await emit(merchant, 'license.created', [{}])
    worker.clock.now += DAY
    await worker.run()
    assert.lengthOf(receiver.received, 2)
    assert.lengthOf(await deliveriesOf(id), 2)
    const update = await app.container.make(UpdateEndpoint)
    await update.execute(productScope(merchant), id, { enabled: true })
    await worker.run()
    assert.lengthOf(receiver.received, 2)
    await emit(merchant, 'license.created', [{}])
    await worker.run()
    assert.lengthOf(receiver.received, 3)
  })

  test('removing an endpoint stops its retries and says so in the record', async ({ assert }) => {
    await using receiver = await openReceiver(status(500))
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, 'license.created', [{}])
    await worker.run()
    const remove = await app.container.make(DeleteEndpoint)
    await remove.execute(productScope(merchant), id)
    assert.containSubset(await deliveriesOf(id), [
      { status: 'cancelled', lastError: 'The endpoint was removed', nextRetryAt: null },
    ])
    worker.clock.now += DAY
    await worker.run()
    assert.lengthOf(receiver.received, 1)
  })

  test('disabled during an attempt: a success stands, a failure is not tried again')
    .with([
      [200, { status: 'succeeded', lastError: null, responseStatus: 200 }, 0],
      [500, { status: 'cancelled', lastError: 'The endpoint is disabled' }, 1],
    ] as const)
    .run(async ({ assert }, [code, expected, errors]) => {
      const arrived = Promise.withResolvers<void>()
      const answer = Promise.withResolvers<void>()
      await using receiver = await openReceiver((_request, response) => {
        arrived.resolve()
        void answer.promise.then(() => response.writeHead(code).end())
      })
      await using worker = manualEngine()
      const merchant = await createMerchant()
      const { id } = await createEndpoint(merchant, { url: receiver.url })
      await emit(merchant, 'license.created', [{}])
      const running = worker.run()
      await arrived.promise
      await disable(merchant, id)
      answer.resolve()
      await running
      const [delivery] = await deliveriesOf(id)
      assert.containSubset(delivery, { ...expected, attempts: 1, nextRetryAt: null })
      assert.lengthOf(delivery.errors, errors)
      worker.clock.now += DAY
      await worker.run()
      assert.lengthOf(receiver.received, 1)
    })

  test('what waits behind the cap of an endpoint that is disabled is not sent', async ({ assert }) => {
    const held: (() => void)[] = []
    await using receiver = await openReceiver((_request, response) => {
      held.push(() => response.writeHead(500).end())
    })
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, 'license.created', new Array(40).fill({}))
    const running = worker.run()
    await until('the cap is in flight', () => held.length === webhooks.perEndpoint)
    await disable(merchant, id)
    held.forEach((end) => end())
    await running
    assert.lengthOf(receiver.received, webhooks.perEndpoint)
    assert.deepEqual(await countByStatus(id), { cancelled: 40 })
  })

  test('the job stops deliveries that were made while their endpoint was being disabled', async ({
    assert,
  }) => {
    await using receiver = await openReceiver()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, 'license.created', [{}])
    await drainAll()
    await rows(db.connection(), 'update webhook_endpoints set enabled = false where id = ?', [id])
    const job = await app.container.make(DeliverWebhooks)
    await job.execute(new AbortController().signal)
    await job.execute(new AbortController().signal)
    assert.deepEqual(await countByStatus(id), { cancelled: 1 })
    assert.lengthOf(receiver.received, 0)
  })

  test('the job delivers by itself where no engine runs, and twice is once', async ({ assert }) => {
    await using receiver = await openReceiver()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, 'license.created', [{}, {}, {}])
    const job = await app.container.make(DeliverWebhooks)
    const { signal } = new AbortController()
    await Promise.all([job.execute(signal), job.execute(signal)])
    await job.execute(signal)
    assert.lengthOf(receiver.received, 3)
    assert.deepEqual(await countByStatus(id), { succeeded: 3 })
  })

  test('any number of drainers make one delivery of each event', async ({ assert }) => {
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: 'https://hooks.example.com/' })
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
    const { id } = await createEndpoint(merchant, { url: 'https://hooks.example.com/' })
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
    const { id: endpointId } = await createEndpoint(merchant, { url: 'https://hooks.example.com/' })
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

  test('the retention clears what is old, keeps what is young or waits', async ({ assert }) => {
    await using receiver = await openReceiver()
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    const now = worker.clock.now
    // So old that no other test has anything there.
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

async function drainAll(now = Date.now()) {
  while ((await drainOutbox(1000, now)).events > 0);
}
