import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { openReceiver, status } from '#tests/testkit/receiver'
import { createEndpoint, deliveriesOf, emit, manualEngine } from '#tests/testkit/webhooks'
import { wrongBy } from '#tests/testkit/wrong_clock'

const pathOf = (merchant: Merchant, rest: string) =>
  `/v1/dashboard/webhooks/products/${merchant.productId}/${rest}`

/** Returns a function that posts to a path below an endpoint. */
const posting = (client: ApiClient, merchant: Merchant, id: string) => (path: string, body: object) =>
  client
    .post(pathOf(merchant, `${id}/${path}`))
    .bearerToken(merchant.token)
    .json(body)

test.group('dashboard: webhook replay in bulk', () => {
  test('replay in bulk queues each failed event once, by time, event and status', async ({
    client,
    assert,
  }) => {
    await using receiver = await openReceiver(status(302))
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const endpoint = await createEndpoint(merchant, { url: receiver.url })
    const since = new Date(worker.clock.now).toISOString()
    await emit(merchant, 'license.revoked', [{ n: 1 }, { n: 2 }, { n: 3 }])
    await emit(merchant, 'license.frozen', [{ n: 4 }])
    await worker.run()
    assert.lengthOf(receiver.received, 4)
    receiver.respond = status(200)
    const replay = async (body: object) => {
      const response = await client
        .post(pathOf(merchant, `${endpoint.id}/replay`))
        .bearerToken(merchant.token)
        .json(body)
      response.assertStatus(200)
      return response.body().data
    }
    assert.deepEqual(await replay({ since, dryRun: true }), { count: 4 })
    assert.deepEqual(await replay({ since, event: 'license.frozen', dryRun: true }), { count: 1 })
    assert.deepEqual(await replay({ since, status: 'succeeded' }), { count: 0 })
    assert.deepEqual(await replay({ since: '2090-01-01T00:00:00Z' }), { count: 0 })
    const before = new Date(Date.parse(since) - 60_000).toISOString()
    assert.deepEqual(await replay({ since: before, until: new Date(Date.parse(before) + 1).toISOString() }), {
      count: 0,
    })
    assert.deepEqual(await replay({ since, event: 'license.revoked' }), { count: 3 })
    assert.deepEqual(await replay({ since }), { count: 1 })
    assert.deepEqual(await replay({ since }), { count: 0 })
    worker.clock.now = Date.now()
    await worker.run()
    assert.lengthOf(receiver.received, 8)
    assert.deepEqual(
      receiver.received
        .slice(4)
        .map(({ body }) => JSON.parse(body).data.n)
        .toSorted(),
      [1, 2, 3, 4]
    )
    assert.deepEqual(await replay({ since }), { count: 0 })
    assert.deepEqual(await replay({ since, status: 'succeeded', dryRun: true }), { count: 4 })
  })

  test('a day that no calendar has is VALIDATION_ERROR', async ({ client }) => {
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: 'https://receiver.example/hook' })
    const answer = await client
      .post(pathOf(merchant, `${id}/replay`))
      .bearerToken(merchant.token)
      .json({ since: '2026-02-31T00:00:00Z' })
    answer.assertStatus(400)
    answer.assertBodyContains({ error: { code: 'VALIDATION_ERROR' } })
  })

  test('the same Idempotency-Key gets the first count, and nothing is queued again', async ({
    client,
    assert,
  }) => {
    await using receiver = await openReceiver(status(302))
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, 'license.revoked', [{}, {}])
    await worker.run()
    receiver.respond = status(200)
    const replay = () =>
      client
        .post(pathOf(merchant, `${id}/replay`))
        .bearerToken(merchant.token)
        .header('idempotency-key', `bulk-${id}`)
        .json({ since: '2026-01-01T00:00:00Z' })
    const first = await replay()
    worker.clock.now = Date.now()
    await worker.run()
    const second = await replay()
    assert.deepEqual(first.body().data, { count: 2 })
    assert.deepEqual(second.body(), first.body())
    assert.equal(second.header('idempotent-replayed'), 'true')
    await worker.run()
    assert.lengthOf(receiver.received, 4)
  })

  test('a test is replayed by the time at which it was sent, after the clock was set back', async ({
    client,
    assert,
    cleanup,
  }) => {
    await using receiver = await openReceiver(status(302))
    const merchant = await createMerchant()
    const endpoint = await createEndpoint(merchant, { url: receiver.url })
    const { setRight } = wrongBy(3_600_000, cleanup)
    // Ids of a process never go back, so they stay an hour ahead of the clock that is set right.
    newId()
    setRight()
    const since = new Date().toISOString()
    const post = posting(client, merchant, endpoint.id)
    ;(await post('test', {})).assertStatus(200)
    const replay = await post('replay', { since, event: 'test.ping', dryRun: true })
    assert.deepEqual(replay.body().data, { count: 1 })
  })

  test('failed tests are replayed too, by their name or with the rest', async ({ client, assert }) => {
    await using receiver = await openReceiver(status(302))
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const endpoint = await createEndpoint(merchant, { url: receiver.url })
    const since = new Date(worker.clock.now).toISOString()
    const post = posting(client, merchant, endpoint.id)
    ;(await post('test', {})).assertStatus(200)
    ;(await post('test', {})).assertStatus(200)
    await emit(merchant, 'license.revoked', [{}])
    await worker.run()
    receiver.respond = status(200)
    const replay = async (body: object) => (await post('replay', { since, ...body })).body().data
    assert.deepEqual(await replay({ dryRun: true }), { count: 3 })
    assert.deepEqual(await replay({ event: 'test.ping' }), { count: 2 })
    assert.deepEqual(await replay({ event: 'test.ping' }), { count: 0 })
    worker.clock.now = Date.now()
    await worker.run()
    const events = receiver.received.map(({ headers }) => headers['x-service-event'])
    assert.deepEqual(events.slice(3), ['test.ping', 'test.ping'])
    assert.deepEqual(await replay({ event: 'test.ping', dryRun: true }), { count: 0 })
    assert.deepEqual(await replay({ dryRun: true }), { count: 1 })
  })

  test('two bulk replays at once queue nothing twice', async ({ client, assert }) => {
    await using receiver = await openReceiver(status(302))
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const endpoint = await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, 'license.revoked', new Array(20).fill({}))
    await worker.run()
    const counts = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const response = await client
          .post(pathOf(merchant, `${endpoint.id}/replay`))
          .bearerToken(merchant.token)
          .json({ since: '2026-01-01T00:00:00Z' })
        return response.body().data.count as number
      })
    )
    assert.deepEqual(counts.toSorted(), [0, 0, 0, 20])
  })

  test('what a single replay has delivered is not sent again by a bulk replay that waits', async ({
    client,
    assert,
  }) => {
    await using receiver = await openReceiver(status(302))
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const endpoint = await createEndpoint(merchant, { url: receiver.url })
    const post = async (rest: string, body: object) =>
      (await client.post(pathOf(merchant, rest)).bearerToken(merchant.token).json(body)).body().data
    await emit(merchant, 'license.revoked', [{}])
    await worker.run()
    const [failed] = await deliveriesOf(endpoint.id)
    await post(`${endpoint.id}/replay`, { since: '2026-01-01T00:00:00Z' })
    receiver.respond = status(200)
    const { delivery } = await post(`deliveries/${failed.id}/replay`, {})
    assert.isTrue(delivery.success)
    worker.clock.now = Date.now() + 3_600_000
    await worker.run()
    assert.lengthOf(receiver.received, 2)
    const queued = (await deliveriesOf(endpoint.id)).find((one) => one.status === 'cancelled')
    assert.equal(queued?.lastError, `Delivered by the replay ${delivery.id}`)
  })

  test('bulk replay refuses what it does not understand')
    .with([
      [{}, 'since'],
      [{ since: 'yesterday' }, 'since'],
      [{ since: '2026-01-01T00:00:00' }, 'since'],
      [{ since: '2026-01-01T00:00:00Z', until: 'x' }, 'until'],
      [{ since: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z' }, 'until'],
      [{ since: '2026-01-01T00:00:00Z', status: 'pending' }, 'status'],
      [{ since: '2026-01-01T00:00:00Z', event: 'nope' }, 'event'],
      [{ since: '2026-01-01T00:00:00Z', event: '*' }, 'event'],
      [{ since: '2026-01-01T00:00:00Z', dryRun: 'yes' }, 'dryRun'],
    ] as const)
    .run(async ({ client, assert }, [body, field]) => {
      const merchant = await createMerchant()
      const endpoint = await createEndpoint(merchant, { url: 'http://127.0.0.1:9/' })
      const response = await client
        .post(pathOf(merchant, `${endpoint.id}/replay`))
        .bearerToken(merchant.token)
        .json(body)
      response.assertStatus(400)
      assert.equal(response.body().error.code, 'VALIDATION_ERROR')
      assert.equal(response.body().error.details[0].field, field)
    })
})
