import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { lowered } from '#tests/testkit/limits'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { openReceiver, status } from '#tests/testkit/receiver'
import { createEndpoint, deliveriesOf, emit, manualEngine } from '#tests/testkit/webhooks'

const pathOf = (merchant: Merchant, rest: string) =>
  `/v1/dashboard/webhooks/products/${merchant.productId}/${rest}`

test.group('dashboard: webhook tests and replays', () => {
  test('test sends test.ping at once and answers with the delivery', async ({ client, assert }) => {
    await using receiver = await openReceiver()
    const merchant = await createMerchant()
    const endpoint = await createEndpoint(merchant, { url: receiver.url, events: ['license.frozen'] })
    const response = await client
      .post(pathOf(merchant, `${endpoint.id}/test`))
      .bearerToken(merchant.token)
      .json({})
    response.assertStatus(200)
    const { id, createdAt, deliveredAt, ...rest } = response.body().data.delivery
    assert.deepEqual(rest, {
      endpointId: endpoint.id,
      event: 'test.ping',
      status: 'succeeded',
      success: true,
      attempts: 1,
      responseStatus: 204,
      lastError: null,
      nextRetryAt: null,
      errors: [],
    })
    assert.isTrue(createdAt <= deliveredAt)
    assert.lengthOf(receiver.received, 1)
    const [{ headers, body }] = receiver.received
    assert.equal(headers['x-service-delivery'], id)
    assert.equal(headers['x-service-event'], 'test.ping')
    const { event, data, timestamp } = JSON.parse(body)
    assert.deepEqual([event, Object.keys(data), timestamp], ['test.ping', ['message'], createdAt])
    const list = await client.get(pathOf(merchant, '')).bearerToken(merchant.token)
    assert.equal(list.body().data.endpoints[0].health.lastSuccessAt, deliveredAt)
  })

  test('a test that fails answers 200 with success false and is not tried again', async ({
    client,
    assert,
  }) => {
    await using receiver = await openReceiver(status(500))
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const endpoint = await createEndpoint(merchant, { url: receiver.url })
    const response = await client
      .post(pathOf(merchant, `${endpoint.id}/test`))
      .bearerToken(merchant.token)
      .json({})
    response.assertStatus(200)
    const { delivery } = response.body().data
    assert.containSubset(delivery, {
      status: 'failed',
      success: false,
      attempts: 1,
      responseStatus: 500,
      lastError: 'HTTP 500',
      nextRetryAt: null,
      deliveredAt: null,
    })
    assert.containSubset(delivery.errors, [{ attempt: 1, message: 'HTTP 500', responseStatus: 500 }])
    worker.clock.now += 3_600_000
    await worker.run()
    assert.lengthOf(receiver.received, 1)
  })

  test('the same Idempotency-Key gets the first answer and nothing is sent again', async ({
    client,
    assert,
  }) => {
    await using receiver = await openReceiver()
    const merchant = await createMerchant()
    const endpoint = await createEndpoint(merchant, { url: receiver.url })
    const send = () =>
      client
        .post(pathOf(merchant, `${endpoint.id}/test`))
        .bearerToken(merchant.token)
        .header('idempotency-key', `test-${endpoint.id}`)
        .json({})
    const first = await send()
    const second = await send()
    first.assertStatus(200)
    second.assertStatus(200)
    assert.equal(second.header('idempotent-replayed'), 'true')
    assert.deepEqual(second.body(), first.body())
    assert.lengthOf(receiver.received, 1)

    const deliveryId = first.body().data.delivery.id
    const replay = () =>
      client
        .post(pathOf(merchant, `deliveries/${deliveryId}/replay`))
        .bearerToken(merchant.token)
        .header('idempotency-key', `replay-${endpoint.id}`)
        .json({})
    const [one, two] = [await replay(), await replay()]
    assert.deepEqual(two.body(), one.body())
    assert.lengthOf(receiver.received, 2)
  })

  test('replay makes a new delivery of the same event', async ({ client, assert }) => {
    await using receiver = await openReceiver(status(301))
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const endpoint = await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, 'license.revoked', [{ licenseId: newId() }])
    await worker.run()
    const [failed] = await deliveriesOf(endpoint.id)
    assert.containSubset(failed, { status: 'failed', attempts: 1, nextRetryAt: null })
    receiver.respond = status(200)
    const response = await client
      .post(pathOf(merchant, `deliveries/${failed.id}/replay`))
      .bearerToken(merchant.token)
      .json({})
    response.assertStatus(200)
    const { delivery } = response.body().data
    assert.containSubset(delivery, {
      event: 'license.revoked',
      status: 'succeeded',
      success: true,
      attempts: 1,
    })
    assert.notEqual(delivery.id, failed.id)
    const [first, second] = receiver.received
    assert.equal(second.body, first.body)
    assert.equal(second.headers['x-service-delivery'], delivery.id)
    const shown = await client.get(pathOf(merchant, `${endpoint.id}/deliveries`)).bearerToken(merchant.token)
    assert.deepEqual(
      shown.body().data.deliveries.map((one: { id: string }) => one.id),
      [delivery.id, failed.id]
    )
  })

  test('a replay that arrives ends the retries that wait; one that fails leaves them', async ({
    client,
    assert,
  }) => {
    await using receiver = await openReceiver(status(500))
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const endpoint = await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, 'license.revoked', [{}])
    await worker.run()
    const [waiting] = await deliveriesOf(endpoint.id)
    const replay = () =>
      client
        .post(pathOf(merchant, `deliveries/${waiting.id}/replay`))
        .bearerToken(merchant.token)
        .json({})
    assert.isFalse((await replay()).body().data.delivery.success)
    assert.equal((await deliveriesOf(endpoint.id)).at(-1)!.status, 'pending')
    receiver.respond = status(200)
    const arrived = (await replay()).body().data.delivery
    assert.isTrue(arrived.success)
    const original = (await deliveriesOf(endpoint.id)).at(-1)!
    assert.containSubset(original, {
      id: waiting.id,
      status: 'cancelled',
      nextRetryAt: null,
      lastError: `Delivered by the replay ${arrived.id}`,
    })
    worker.clock.now += 3_600_000
    await worker.run()
    assert.lengthOf(receiver.received, 3)
  })

  test('a disabled endpoint gets neither test nor replay: ENDPOINT_DISABLED', async ({ client, assert }) => {
    await using receiver = await openReceiver()
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const endpoint = await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, 'license.revoked', [{}])
    await worker.run()
    const [delivery] = await deliveriesOf(endpoint.id)
    await client.patch(pathOf(merchant, endpoint.id)).bearerToken(merchant.token).json({ enabled: false })
    for (const [path, body] of [
      [`${endpoint.id}/test`, {}],
      [`deliveries/${delivery.id}/replay`, {}],
      [`${endpoint.id}/replay`, { since: '2026-01-01T00:00:00Z' }],
    ] as const) {
      const response = await client.post(pathOf(merchant, path)).bearerToken(merchant.token).json(body)
      response.assertStatus(400)
      response.assertBodyContains({ error: { code: 'ENDPOINT_DISABLED' } })
    }
    assert.lengthOf(receiver.received, 1)
  })

  test('calls that send nothing do not count in the limit', async ({ client, assert }) => {
    await using receiver = await openReceiver()
    const merchant = await createMerchant()
    const endpoint = await createEndpoint(merchant, { url: receiver.url })
    const off = await createEndpoint(merchant, { url: receiver.url, enabled: false })
    using _ = lowered({ webhookTestPerMinute: 1 })
    const since = new Date().toISOString()
    for (const [path, body, wanted] of [
      [`${newId()}/test`, {}, 404],
      [`${off.id}/test`, {}, 400],
      [`deliveries/${newId()}/replay`, {}, 404],
      [`${endpoint.id}/replay`, {}, 400],
      [`${newId()}/replay`, { since }, 404],
      [`${endpoint.id}/replay`, { since, dryRun: true }, 200],
    ] as const) {
      const answer = await client.post(pathOf(merchant, path)).bearerToken(merchant.token).json(body)
      assert.equal(answer.status(), wanted, path)
    }
  })

  test('tests and replays share a limit per address, refused before anything is sent', async ({
    client,
    assert,
  }) => {
    await using receiver = await openReceiver()
    const merchant = await createMerchant()
    const endpoint = await createEndpoint(merchant, { url: receiver.url })
    const first = await client
      .post(pathOf(merchant, `${endpoint.id}/test`))
      .bearerToken(merchant.token)
      .json({})
    const deliveryId = first.body().data.delivery.id
    using _ = lowered({ webhookTestPerMinute: 2 })
    const since = new Date().toISOString()
    const sends = [
      [`${endpoint.id}/test`, {}],
      [`deliveries/${deliveryId}/replay`, {}],
      [`${endpoint.id}/replay`, { since }],
    ] as const
    const answers = []
    for (let at = 0; at < 6; at++) {
      const [path, body] = sends[at % 3]
      answers.push(await client.post(pathOf(merchant, path)).bearerToken(merchant.token).json(body))
    }
    const passed = answers.filter((answer) => answer.status() === 200).length
    assert.isAtLeast(passed, 2)
    // A new window may start once in between, and then allows two more.
    assert.isAtMost(passed, 4)
    // Two of three calls send something immediately.
    assert.isAtLeast(receiver.received.length, 3)
    assert.isAtMost(receiver.received.length, 1 + passed)
    for (const answer of answers.filter((one) => one.status() !== 200)) {
      assert.equal(answer.status(), 429)
      assert.equal(answer.body().error.code, 'RATE_LIMITED')
      assert.match(answer.header('retry-after') ?? '', /^[1-9]\d?$/)
    }
  })
})
