import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import DeleteEndpoint from '#webhooks/actions/delete_endpoint'
import DeliverWebhooks from '#webhooks/actions/deliver_webhooks'
import UpdateEndpoint from '#webhooks/actions/update_endpoint'
import { webhooks } from '#config/webhooks'
import { SYSTEM } from '#kernel/audit/audit'
import { rows } from '#kernel/database/sql'
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
  productScope,
} from '#tests/testkit/webhooks'
import { until } from '#tests/testkit/wait'

const DAY = 24 * 3600 * 1000

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
    await update.execute(productScope(merchant), id, { enabled: true }, SYSTEM)
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
    await remove.execute(productScope(merchant), id, SYSTEM)
    assert.containSubset(await deliveriesOf(id), [
      { status: 'cancelled', lastError: 'The endpoint was removed', nextRetryAt: null },
    ])
    worker.clock.now += DAY
    await worker.run()
    assert.lengthOf(receiver.received, 1)
  })

  test('the record of a removed endpoint can still be read, by its own product alone', async ({
    client,
    assert,
  }) => {
    await using receiver = await openReceiver(status(500))
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const stranger = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, 'license.created', [{}])
    await worker.run()
    const base = `/v1/dashboard/webhooks/products/${merchant.productId}`
    ;(await client.delete(`${base}/${id}`).bearerToken(merchant.token)).assertStatus(200)
    const response = await client.get(`${base}/${id}/deliveries`).bearerToken(merchant.token)
    response.assertStatus(200)
    assert.lengthOf(response.body().data.deliveries, 1)
    assert.containSubset(response.body().data.deliveries[0], {
      endpointId: id,
      status: 'cancelled',
      success: false,
      attempts: 1,
      lastError: 'The endpoint was removed',
      nextRetryAt: null,
    })
    const list = await client.get(base).bearerToken(merchant.token)
    assert.deepEqual(list.body().data.endpoints, [])
    const deliveryId = response.body().data.deliveries[0].id
    const since = '2026-01-01T00:00:00Z'
    const sends = [[`${id}/test`], [`${id}/replay`, { since }], [`deliveries/${deliveryId}/replay`]] as const
    for (const [path, body = {}] of sends) {
      const refused = await client.post(`${base}/${path}`).bearerToken(merchant.token).json(body)
      refused.assertStatus(404)
      refused.assertBodyContains({ error: { code: 'NOT_FOUND', message: 'No such webhook endpoint' } })
    }
    const foreign = await client
      .get(`/v1/dashboard/webhooks/products/${stranger.productId}/${id}/deliveries`)
      .bearerToken(stranger.token)
    foreign.assertStatus(404)
    foreign.assertBodyContains({ error: { code: 'NOT_FOUND' } })
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
})
