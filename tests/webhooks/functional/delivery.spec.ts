import { test } from '@japa/runner'
import { Webhook } from 'standardwebhooks'
import { createHmac } from 'node:crypto'
import RotateSecret from '#webhooks/actions/rotate_secret'
import { SYSTEM } from '#kernel/audit/audit'
import { newId } from '#kernel/secrets/ids'
import { createMerchant } from '#tests/testkit/merchant'
import { openReceiver, status } from '#tests/testkit/receiver'
import { createEndpoint, deliveriesOf, emit, manualEngine, productScope } from '#tests/testkit/webhooks'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

test.group('webhook delivery', () => {
  test('an event reaches each subscribed endpoint once, and no other', async ({ assert }) => {
    await using receiver = await openReceiver()
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const other = await createMerchant()
    const base = receiver.url
    const named = await createEndpoint(merchant, { url: `${base}/named`, events: ['license.frozen'] })
    const all = await createEndpoint(merchant, { url: `${base}/all`, events: ['*'] })
    const wrong = await createEndpoint(merchant, { url: `${base}/wrong`, events: ['license.revoked'] })
    const off = await createEndpoint(merchant, { url: `${base}/off`, enabled: false })
    const foreign = await createEndpoint(other, { url: `${base}/foreign` })

    const licenseId = newId()
    const happened = worker.clock.now - 5000
    await emit(merchant, 'license.frozen', [{ licenseId }], happened)
    await worker.run()

    assert.deepEqual(receiver.received.map(({ path }) => path).toSorted(), ['/hook/all', '/hook/named'])
    for (const { body } of receiver.received) {
      assert.deepEqual(JSON.parse(body), {
        event: 'license.frozen',
        data: { licenseId },
        timestamp: new Date(happened).toISOString(),
      })
    }
    for (const endpoint of [wrong, off, foreign]) assert.lengthOf(await deliveriesOf(endpoint.id), 0)
    for (const endpoint of [named, all]) {
      const [delivery, ...rest] = await deliveriesOf(endpoint.id)
      assert.lengthOf(rest, 0)
      assert.containSubset(delivery, {
        endpointId: endpoint.id,
        event: 'license.frozen',
        status: 'succeeded',
        attempts: 1,
        responseStatus: 204,
        lastError: null,
        nextRetryAt: null,
        errors: [],
      })
      assert.isNotNull(delivery.deliveredAt)
    }
    await worker.run()
    assert.lengthOf(receiver.received, 2)
  })

  test('an event of the whole org reaches the endpoints of its products', async ({ assert }) => {
    await using receiver = await openReceiver()
    await using worker = manualEngine()
    const merchant = await createMerchant()
    await createEndpoint(merchant, { url: receiver.url, events: ['team.member_added'] })
    const org = { ...merchant, productId: null as never }
    await emit(org, 'team.member_added', [{ orgId: merchant.orgId }])
    await worker.run()
    assert.equal(receiver.received[0].headers['x-service-event'], 'team.member_added')
  })

  test('headers and both signatures verify', async ({ assert }) => {
    await using receiver = await openReceiver()
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const endpoint = await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, 'license.created', [{ licenseId: newId(), note: 'ünï "quoted"' }])
    await worker.run()

    const [{ headers, body }] = receiver.received
    const [delivery] = await deliveriesOf(endpoint.id)
    assert.equal(headers['content-type'], 'application/json')
    assert.equal(headers['user-agent'], 'Service-Webhooks/1.0')
    assert.equal(headers['x-service-event'], 'license.created')
    assert.equal(headers['x-service-delivery'], delivery.id)
    assert.equal(headers['webhook-id'], delivery.id)
    assert.equal(headers['x-service-timestamp'], headers['webhook-timestamp'])
    assert.approximately(Number(headers['x-service-timestamp']), Date.now() / 1000, 10)
    assert.match(endpoint.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const expected = createHmac('sha256', endpoint.secret).update(body).digest('hex')
    assert.equal(headers['x-service-signature'], expected)
    assert.notProperty(headers, 'x-service-signature-previous')
    assert.doesNotThrow(() => new Webhook(endpoint.secret).verify(body, headers as Record<string, string>))
    assert.throws(() => new Webhook(endpoint.secret).verify(`${body} `, headers as Record<string, string>))
  })

  test('after a rotation both secrets sign for 24 hours, then only the new one', async ({ assert }) => {
    await using receiver = await openReceiver()
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const old = await createEndpoint(merchant, { url: receiver.url })
    const now = worker.clock.now
    const fresh = await new RotateSecret().execute(productScope(merchant), old.id, SYSTEM, now)
    assert.notEqual(fresh.secret, old.secret)

    await emit(merchant, 'license.created', [{}], now)
    worker.clock.now = now + DAY - 1
    await worker.run()
    const during = receiver.received[0]
    const { headers, body } = during
    assert.equal(headers['x-service-signature'], hex(fresh.secret, body))
    assert.equal(headers['x-service-signature-previous'], hex(old.secret, body))
    assert.isTrue(standard(old.secret, during))
    assert.isTrue(standard(fresh.secret, during))

    await emit(merchant, 'license.created', [{}], now)
    worker.clock.now = now + DAY
    await worker.run()
    const after = receiver.received[1]
    assert.isTrue(standard(fresh.secret, after))
    assert.isFalse(standard(old.secret, after))
    assert.notProperty(after.headers, 'x-service-signature-previous')
  })

  test('six attempts, each when it is due and not a millisecond before', async ({ assert }) => {
    await using receiver = await openReceiver(status(500))
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const endpoint = await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, 'license.created', [{}], worker.clock.now)
    await worker.run()
    let attempts = 1
    for (const seconds of [30, 60, 120, 240, 480]) {
      const [waiting] = await deliveriesOf(endpoint.id)
      const due = worker.clock.now + seconds * 1000
      assert.containSubset(waiting, {
        status: 'pending',
        attempts,
        responseStatus: 500,
        lastError: 'HTTP 500',
      })
      assert.equal(waiting.nextRetryAt!.getTime(), due)
      worker.clock.now = due - 1
      await worker.run()
      assert.lengthOf(receiver.received, attempts)
      worker.clock.now = due
      await worker.run()
      attempts++
      assert.lengthOf(receiver.received, attempts)
    }
    const [failed] = await deliveriesOf(endpoint.id)
    assert.containSubset(failed, { status: 'failed', attempts: 6, nextRetryAt: null, deliveredAt: null })
    assert.deepEqual(
      failed.errors.map(({ attempt, message, responseStatus }) => [attempt, message, responseStatus]),
      [1, 2, 3, 4, 5, 6].map((attempt) => [attempt, 'HTTP 500', 500])
    )
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery'])).size, 1)
    assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1)
    worker.clock.now += DAY
    await worker.run()
    assert.lengthOf(receiver.received, 6)
  })

  test('HTTP {0} is tried again by the table: Retry-After changes nothing, and nobody is disabled')
    .with([429, 410, 503])
    .run(async ({ assert }, code) => {
      await using receiver = await openReceiver(status(code, { 'retry-after': '3600' }))
      await using worker = manualEngine()
      const merchant = await createMerchant()
      const endpoint = await createEndpoint(merchant, { url: receiver.url })
      await emit(merchant, 'license.created', [{}], worker.clock.now)
      await worker.run()
      const [waiting] = await deliveriesOf(endpoint.id)
      assert.containSubset(waiting, { status: 'pending', lastError: `HTTP ${code}`, responseStatus: code })
      assert.equal(waiting.nextRetryAt!.getTime(), worker.clock.now + 30_000)
      worker.clock.now += 30_000
      await worker.run()
      assert.lengthOf(receiver.received, 2)
    })

  test('a receiver that is repaired gets the delivery with the next retry', async ({ assert }) => {
    await using receiver = await openReceiver(status(503))
    await using worker = manualEngine()
    const merchant = await createMerchant()
    const endpoint = await createEndpoint(merchant, { url: receiver.url })
    await emit(merchant, 'license.created', [{}], worker.clock.now)
    await worker.run()
    receiver.respond = status(200)
    worker.clock.now += 30_000
    await worker.run()
    const [delivery] = await deliveriesOf(endpoint.id)
    assert.containSubset(delivery, {
      status: 'succeeded',
      attempts: 2,
      responseStatus: 200,
      lastError: null,
      nextRetryAt: null,
    })
    assert.equal(delivery.deliveredAt!.getTime(), worker.clock.now)
    assert.deepEqual(delivery.errors, [
      { attempt: 1, at: worker.clock.now - 30_000, message: 'HTTP 503', responseStatus: 503, durationMs: 0 },
    ])
  })
})

function hex(secret: string, body: string) {
  return createHmac('sha256', secret).update(body).digest('hex')
}

/** True if a receiver with this secret would accept the request; the receiver's clock shows the time of the request. */
function standard(secret: string, { headers, body }: { headers: object; body: string }): boolean {
  const sent = headers as Record<string, string>
  const content = `${sent['webhook-id']}.${sent['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  return sent['webhook-signature'].split(' ').includes(signature)
}
