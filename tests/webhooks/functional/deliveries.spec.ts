import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { createMerchant } from '#tests/testkit/merchant'
import { openReceiver, status } from '#tests/testkit/receiver'
import { createEndpoint, emit, manualEngine } from '#tests/testkit/webhooks'

const BASE = '/v1/dashboard/webhooks/products'

test.group('dashboard: webhook deliveries', () => {
  test('a failed delivery is shown whole', async ({ client, assert }) => {
    await using receiver = await openReceiver(status(500))
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, 'license.created', [{ licenseId: newId() }])
    await worker.run()
    const response = await client
      .get(`${BASE}/${merchant.productId}/${id}/deliveries`)
      .bearerToken(merchant.token)
    response.assertStatus(200)
    const { deliveries, nextCursor } = response.body().data
    assert.isNull(nextCursor)
    assert.lengthOf(deliveries, 1)
    const { id: deliveryId, errors, ...rest } = deliveries[0]
    assert.equal(deliveryId, receiver.received[0].headers['x-service-delivery'])
    const at = new Date(worker.clock.now).toISOString()
    assert.deepEqual(rest, {
      endpointId: id,
      event: 'license.created',
      status: 'pending',
      success: false,
      attempts: 1,
      responseStatus: 500,
      lastError: 'HTTP 500',
      nextRetryAt: new Date(worker.clock.now + 30_000).toISOString(),
      createdAt: at,
      deliveredAt: null,
    })
    assert.deepEqual(errors, [{ attempt: 1, at, message: 'HTTP 500', responseStatus: 500, durationMs: 0 }])
    const list = await client.get(`${BASE}/${merchant.productId}`).bearerToken(merchant.token)
    assert.containSubset(list.body().data.endpoints, [{ id, health: { lastSuccessAt: null } }])
  })

  test('pages go from the newest to the oldest, each delivery once', async ({ client, assert }) => {
    await using receiver = await openReceiver()
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    for (let at = 0; at < 7; at++) {
      worker.clock.now += 5
      await emit(merchant, 'license.created', [{ n: at }])
      await worker.run()
    }
    const path = `${BASE}/${merchant.productId}/${id}/deliveries`
    const seen: { id: string; createdAt: string }[] = []
    let pages = 0
    for (let cursor: string | null = ''; cursor !== null && pages < 10; pages++) {
      const response = await client.get(path).qs({ limit: 3, cursor }).bearerToken(merchant.token)
      response.assertStatus(200)
      seen.push(...response.body().data.deliveries)
      cursor = response.body().data.nextCursor
    }
    assert.equal(pages, 3)
    assert.lengthOf(seen, 7)
    assert.equal(new Set(seen.map((one) => one.id)).size, 7)
    const times = seen.map((one) => one.createdAt)
    assert.deepEqual(times, times.toSorted().toReversed())
    const whole = await client.get(path).qs({ limit: 7 }).bearerToken(merchant.token)
    assert.isNull(whole.body().data.nextCursor)
  })

  test('a cursor that is no delivery of this endpoint is INVALID_CURSOR', async ({ client, assert }) => {
    await using receiver = await openReceiver()
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const mine = await createEndpoint(merchant, { url: receiver.url, events: ['license.created'] })
    const sibling = await createEndpoint(merchant, { url: receiver.url, events: ['license.frozen'] })
    await emit(merchant, 'license.frozen', [{}])
    await worker.run()
    const list = (id: string, query: object) =>
      client.get(`${BASE}/${merchant.productId}/${id}/deliveries`).qs(query).bearerToken(merchant.token)
    const siblings = await list(sibling.id, {})
    const foreign = siblings.body().data.deliveries[0].id
    for (const cursor of [foreign, newId(), mine.id, 'abc', '7', "' or 1=1", ['a', 'b']]) {
      const response = await list(mine.id, { cursor })
      assert.equal(response.status(), 400, String(cursor))
      assert.equal(response.body().error.code, 'INVALID_CURSOR', String(cursor))
    }
    for (const limit of ['0', '201', 'x', '1.5']) {
      const response = await list(mine.id, { limit })
      response.assertStatus(400)
      response.assertBodyContains({ error: { code: 'VALIDATION_ERROR' } })
    }
  })
})
