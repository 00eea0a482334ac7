import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import app from '@adonisjs/core/services/app'
import DeleteEndpoint from '#webhooks/actions/delete_endpoint'
import { webhooks } from '#config/webhooks'
import { SYSTEM } from '#kernel/audit/audit'
import { rows } from '#kernel/database/sql'
import { wrongBy } from '#tests/testkit/wrong_clock'
import DatabaseClock from '#webhooks/engine/database_clock'
import { deliverNow } from '#webhooks/engine/direct_attempt'
import ResultBook from '#webhooks/engine/result_book'
import WebhookClient from '#webhooks/engine/webhook_client'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { openReceiver } from '#tests/testkit/receiver'
import { until } from '#tests/testkit/wait'
import {
  countByStatus,
  createEndpoint,
  deliveriesOf,
  disable,
  drainAll,
  emit,
  manualEngine,
  productScope,
} from '#tests/testkit/webhooks'

const HOUR = 3_600_000

/** A receiver that answers when the test tells it to. */
async function holdingReceiver() {
  const held: ((status: number) => void)[] = []
  const receiver = await openReceiver((_request, response) => {
    held.push((status) => response.writeHead(status).end())
  })
  return Object.assign(receiver, { held })
}

/** A delivery of a new merchant whose first attempt the receiver holds, while the run of the engine waits for it. */
async function attemptInFlight(
  receiver: Awaited<ReturnType<typeof holdingReceiver>>,
  worker: ReturnType<typeof manualEngine>
) {
  const merchant = await createMerchant()
  const { id } = await createEndpoint(merchant, { url: receiver.url })
  await emit(merchant, 'license.created', [{}])
  const running = worker.run()
  await until('it is on its way', () => receiver.held.length === 1)
  // Wrapped in an object, because awaiting this function would otherwise also wait for the run.
  return { merchant, id, running }
}

test.group('webhook engine', () => {
  test('endpoints of one org that all hang leave room for another org', async ({ assert, cleanup }) => {
    const { inFlight } = webhooks
    cleanup(() => void (webhooks.inFlight = inFlight))
    webhooks.inFlight = 40
    await using hanging = await holdingReceiver()
    await using healthy = await openReceiver()
    await using worker = manualEngine()
    const [big, small] = [await createMerchant(), await createMerchant()]
    const endpoints = []
    for (let at = 0; at < 8; at++) endpoints.push(await createEndpoint(big, { url: hanging.url }))
    await emit(big, 'license.created', new Array(10).fill({}))
    const running = worker.run()
    await until('the org has what it may have', () => hanging.held.length >= webhooks.inFlight / 2 - 1)
    await createEndpoint(small, { url: healthy.url })
    await emit(small, 'license.created', [{}])
    await drainAll(worker.clock.now)
    await until('the other org is served', () => healthy.received.length === 1)
    assert.isAtMost(hanging.held.length, webhooks.inFlight / 2)
    for (const { id } of endpoints) await disable(big, id)
    hanging.held.forEach((answer) => answer(204))
    await running
  })

  test('a lease that ends during an attempt, by a clock that is set anew, makes no second attempt', async ({
    assert,
  }) => {
    await using receiver = await holdingReceiver()
    await using worker = manualEngine()
    const { id, running } = await attemptInFlight(receiver, worker)
    const claims = await claimsOf(id)
    worker.clock.now += HOUR
    await until('it was claimed again', async () => (await claimsOf(id)) > claims)
    receiver.held[0](204)
    await running
    assert.lengthOf(receiver.received, 1)
    assert.deepEqual(await countByStatus(id), { succeeded: 1 })
  })

  test('the clock of the machine plays no part', async ({ assert, cleanup }) => {
    const clock = new DatabaseClock()
    await clock.synchronize()
    const { now } = wrongBy(HOUR, cleanup)
    const late = new DatabaseClock()
    await late.synchronize()
    for (const one of [clock, late]) assert.approximately(one.now(), now(), HOUR / 60)
  })

  test('results that are written from two sides at once are each written once', async ({ assert }) => {
    const merchant = await createMerchant()
    const { id: endpointId } = await createEndpoint(merchant, { url: 'http://127.0.0.1:9/' })
    await emit(merchant, 'license.created', new Array(2500).fill({}))
    await drainAll()
    const written: string[] = []
    const book = new ResultBook(({ deliveryId }) => written.push(deliveryId))
    const deliveries = await deliveriesOf(endpointId)
    for (const { id: deliveryId } of deliveries) {
      book.add({
        ...{ deliveryId, endpointId, attempt: 1, at: Date.now(), durationMs: 1 },
        ...{ status: 'succeeded', responseStatus: 200, error: null, nextRetryAt: null, answer: null },
      })
    }
    await Promise.all([book.flush(), book.flush()])
    assert.sameMembers(
      written,
      deliveries.map(({ id }) => id)
    )
    assert.deepEqual(await countByStatus(endpointId), { succeeded: 2500 })
  })

  test('a test is not sent to an endpoint that was {0} a moment ago')
    .with([
      ['disabled', (merchant: Merchant, id: string) => disable(merchant, id)],
      ['removed', remove],
    ] as const)
    .run(async ({ assert }, [, close]) => {
      await using receiver = await openReceiver()
      const merchant = await createMerchant()
      const { id } = await createEndpoint(merchant, { url: receiver.url })
      await close(merchant, id)
      const client = new WebhookClient(webhooks)
      const event = { kind: 'test', name: 'test.ping', data: {} } as const
      assert.isNull(await deliverNow(client, id, event))
      assert.lengthOf(await deliveriesOf(id), 0)
      assert.equal(receiver.connections, 0)
      await client.close()
    })

  test(
    'an endpoint is removed during an attempt that ends with HTTP {0}: the record is {1}, nothing is repeated'
  )
    .with([
      [204, 'succeeded'],
      [500, 'cancelled'],
    ] as const)
    .run(async ({ assert }, [code, status]) => {
      await using receiver = await holdingReceiver()
      await using worker = manualEngine()
      const { merchant, id, running } = await attemptInFlight(receiver, worker)
      await remove(merchant, id)
      receiver.held[0](code)
      await running
      worker.clock.now += 24 * HOUR
      await worker.run()
      assert.lengthOf(receiver.received, 1)
      assert.containSubset(await deliveriesOf(id), [{ status, attempts: 1, nextRetryAt: null }])
    })

  test('a replay that arrives during a retry: the retry ends with HTTP {0} and the record is {1}')
    .with([
      [204, 'succeeded'],
      [500, 'cancelled'],
    ] as const)
    .run(async ({ client, assert }, [code, status]) => {
      await using receiver = await holdingReceiver()
      await using worker = manualEngine()
      const { merchant, id, running } = await attemptInFlight(receiver, worker)
      const [{ id: deliveryId }] = await deliveriesOf(id)
      const path = `/v1/dashboard/webhooks/products/${merchant.productId}/deliveries/${deliveryId}/replay`
      const replaying = client.post(path).bearerToken(merchant.token).json({}).then()
      await until('the replay is on its way', () => receiver.held.length === 2)
      receiver.held[1](204)
      const replay = (await replaying).body().data.delivery
      assert.isTrue(replay.success)
      receiver.held[0](code)
      await running
      worker.clock.now += 24 * HOUR
      await worker.run()
      assert.lengthOf(receiver.received, 2)
      const lastError = code === 204 ? null : `Delivered by the replay ${replay.id}`
      assert.containSubset((await deliveriesOf(id)).at(-1), {
        id: deliveryId,
        status,
        attempts: 1,
        lastError,
      })
    })

  test('drains that run side by side make one delivery', async ({ assert }) => {
    await using receiver = await openReceiver()
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, 'license.created', [{}])
    await Promise.all([drainAll(worker.clock.now), drainAll(worker.clock.now), worker.run()])
    await worker.run()
    assert.lengthOf(receiver.received, 1)
    assert.deepEqual(await countByStatus(id), { succeeded: 1 })
  })
})

async function remove(merchant: Merchant, id: string) {
  const action = await app.container.make(DeleteEndpoint)
  await action.execute(productScope(merchant), id, SYSTEM)
}

/** The end of the claim on the delivery of an endpoint, in milliseconds since the epoch; each claim changes it. */
async function claimsOf(endpointId: string): Promise<number> {
  const [{ until: at }] = await rows<{ until: Date }>(
    db.connection(),
    'select claimed_until as until from webhook_deliveries where endpoint_id = ?',
    [endpointId]
  )
  return at?.getTime() ?? 0
}
