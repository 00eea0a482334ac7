import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { PROVIDERS } from '#storefront/rules/processor'
import { call } from '#tests/testkit/api'
import { lowered } from '#tests/testkit/limits'
import { lockWaits } from '#tests/testkit/lock_waits'
import { connect, drain, isGoodFor, post, SECRET, signedBy, tell } from '#tests/testkit/processors'
import { createListing, createShop, shopPath } from '#tests/testkit/shops'

const PING = JSON.stringify({ type: 'checkout.created', event_type: 'x', id: 'e', data: {} })

async function setUp() {
  const { merchant, token } = await createShop()
  const path = `${shopPath(merchant)}/processors`
  const state = async (id: string) => {
    const { processors } = (await call('GET', path, { token })).body.data
    return processors.find((one: { id: string }) => one.id === id).state as string
  }
  return { merchant, token, path, state }
}

/** contract/10-storefront#106-processor-events */
test.group('payment processors', () => {
  test('are connected, changed and deleted', async ({ assert }) => {
    const { merchant, token, path } = await setUp()
    const made = await connect(merchant, 'stripe')
    assert.equal(made.state, 'connected')
    assert.match(made.inboundUrl, new RegExp(`/v1/processors/${made.id}/events$`))
    const one = `${path}/${made.id}`
    assert.deepEqual((await call('GET', one, { token })).body.data, { processor: made })
    const renamed = await call('PATCH', one, { token, body: { name: 'Till', paused: true } })
    assert.containSubset(renamed.body.data.processor, { name: 'Till', state: 'paused' })
    assert.equal((await post(made.id, PING, signedBy('stripe', PING))).body.error.code, 'FORBIDDEN')
    const back = await call('PATCH', one, { token, body: { paused: false } })
    assert.equal(back.body.data.processor.state, 'connected')
    assert.equal((await call('DELETE', one, { token })).body.data.id, made.id)
    for (const [method, at, body] of [
      ...[
        ['GET', one],
        ['PATCH', one, { name: 'x' }],
        ['DELETE', one],
        ['GET', `${one}/events`],
      ],
      ...[
        ['POST', `${one}/try`, { event: {} }],
        ['POST', `${one}/events/${newId()}/replay`],
      ],
    ] as [string, string, object?][]) {
      assert.equal((await call(method, at, { token, body })).body.error.code, 'NOT_FOUND', `${method} ${at}`)
    }
    assert.equal((await post(made.id, PING, {})).body.error.code, 'NOT_FOUND')
    await Promise.all(Array.from({ length: 20 }, () => connect(merchant)))
    const tooMany = await call('POST', path, {
      token,
      body: { provider: 'polar', name: 'x', secret: SECRET },
    })
    assert.equal(tooMany.body.error.code, 'LIMIT_REACHED')
  })

  test('of a deletion and another {0}, one is done and the other finds nothing')
    .with([
      ['deletion', 'DELETE', undefined],
      ['change', 'PATCH', { name: 'Till' }],
      ['pause', 'PATCH', { paused: true }],
    ] as const)
    .run(async ({ assert }, [, method, body]) => {
      const { merchant, token, path } = await setUp()
      const { id } = await connect(merchant)
      const deleting = await db.transaction()
      await rows(deleting, 'delete from processors where id = ?', [id])
      const late = call(method, `${path}/${id}`, { token, body })
      await lockWaits(1)
      await deleting.commit()
      assert.equal((await late).body.error?.code, 'NOT_FOUND')
      const traces = `select from audit_entries where subject_id = ? and action <> 'processor.created'`
      assert.isEmpty(await rows(db.connection(), traces, [id]))
    })

  test('{$self}: what its own library takes is taken, and nothing else')
    .with([...PROVIDERS])
    .run(async ({ assert }, provider) => {
      const { merchant, token, path, state } = await setUp()
      const { id } = await connect(merchant, provider)
      const headers = signedBy(provider, PING)
      assert.isTrue(await isGoodFor(provider, PING, headers))
      const taken = await post(id, PING, headers)
      assert.deepEqual(taken.body.data, { received: true, duplicate: false })
      assert.equal(await state(id), 'ready')
      assert.deepEqual((await post(id, PING, headers)).body.data, { received: true, duplicate: true })
      if (!('webhook-id' in headers)) {
        const again = await post(id, PING, { ...headers, 'webhook-id': newId() })
        assert.deepEqual(again.body.data, { received: true, duplicate: true })
      }
      assert.equal((await post(id, PING, {})).body.error.code, 'SIGNATURE_REQUIRED')
      const other = `${PING} `
      assert.equal((await post(id, other, headers)).body.error.code, 'INVALID_SIGNATURE')
      const foreign = signedBy(provider, PING, SECRET.replace('Y', 'Z'))
      assert.equal((await post(id, PING, foreign)).body.error.code, 'INVALID_SIGNATURE')
      if (provider !== 'lemonsqueezy') {
        const old = signedBy(provider, PING, SECRET, Date.now() - 301_000)
        assert.isFalse(await isGoodFor(provider, PING, old))
        assert.equal((await post(id, PING, old)).body.error.code, 'SIGNATURE_EXPIRED')
      }
      assert.equal((await post(id, 'no json', signedBy(provider, 'no json'))).body.error.code, 'BAD_REQUEST')
      const next = `whsec_${Buffer.from('another secret of some length').toString('base64')}`
      await call('PATCH', `${path}/${id}`, { token, body: { secret: next } })
      for (const secret of [SECRET, next]) {
        const body = JSON.stringify({ ...JSON.parse(PING), secret: secret.length, id: newId() })
        assert.equal((await post(id, body, signedBy(provider, body, secret))).status, 200)
      }
    })

  test('a new secret that is sent twice leaves the previous one valid', async ({ assert }) => {
    const { merchant, token, path } = await setUp()
    const { id } = await connect(merchant)
    const next = `whsec_${Buffer.from('another secret of some length').toString('base64')}`
    for (let time = 0; time < 2; time++)
      await call('PATCH', `${path}/${id}`, { token, body: { secret: next } })
    for (const secret of [SECRET, next]) {
      const body = JSON.stringify({ type: 'x', id: newId() })
      assert.equal((await post(id, body, signedBy('standard', body, secret))).status, 200)
    }
  })

  test('each of the last replaced secrets is valid for its own 24 hours', async ({ assert }) => {
    const { merchant, token, path } = await setUp()
    const { id } = await connect(merchant)
    const others = [1, 2, 3, 4, 5].map(
      (place) => `whsec_${Buffer.from(`another secret of some length ${place}`).toString('base64')}`
    )
    const rotate = (secret: string) => call('PATCH', `${path}/${id}`, { token, body: { secret } })
    const statuses = async () => {
      const found: number[] = []
      for (const secret of [SECRET, ...others]) {
        const body = JSON.stringify({ type: 'x', id: newId() })
        found.push((await post(id, body, signedBy('standard', body, secret))).status)
      }
      return found
    }
    for (const secret of others.slice(0, 2)) await rotate(secret)
    assert.deepEqual(await statuses(), [200, 200, 200, 401, 401, 401])
    for (const secret of others.slice(2)) await rotate(secret)
    assert.deepEqual(await statuses(), [401, 200, 200, 200, 200, 200])
    const end = `update processor_former_secrets set good_until = now() where processor_id = ? and id in (
      select id from processor_former_secrets where processor_id = ? order by good_until limit 2)`
    await rows(db.connection(), end, [id, id])
    assert.deepEqual(await statuses(), [401, 401, 401, 200, 200, 200])
  })

  test('several signatures of a rotation: one match is enough', async ({ assert }) => {
    const { merchant } = await setUp()
    for (const [provider, header] of [
      ['stripe', 'stripe-signature'],
      ['paddle', 'paddle-signature'],
    ] as const) {
      const { id } = await connect(merchant, provider)
      const at = Date.now()
      const [good, bad] = [SECRET, 'another'].map((secret) => signedBy(provider, PING, secret, at)[header])
      const [separator, version] = provider === 'stripe' ? [',', 'v1'] : [';', 'h1']
      const extra = good.split(separator).find((part) => part.startsWith(version))!
      assert.equal((await post(id, PING, { [header]: `${bad}${separator}${extra}` })).status, 200, provider)
    }
  })

  test('ten bad signatures in a row make it failing, and the next good one mends it', async ({ assert }) => {
    const { merchant, state } = await setUp()
    const { id } = await connect(merchant)
    const send = (secret: string) => {
      const body = JSON.stringify({ type: 'x', id: newId() })
      return post(id, body, signedBy('standard', body, secret))
    }
    await send(SECRET)
    const wrong = SECRET.replace('Y', 'Z')
    for (let bad = 0; bad < 10; bad++) await send(wrong)
    assert.equal(await state(id), 'failing')
    await send(SECRET)
    assert.equal(await state(id), 'ready')
  })

  test('bad signatures that arrive together are counted one by one', async ({ assert }) => {
    const { merchant, state } = await setUp()
    const { id } = await connect(merchant)
    const send = (secret: string) => {
      const body = JSON.stringify({ type: 'x', id: newId() })
      return post(id, body, signedBy('standard', body, secret))
    }
    await send(SECRET)
    await Promise.all(Array.from({ length: 10 }, () => send(SECRET.replace('Y', 'Z'))))
    assert.equal(await state(id), 'failing')
  })

  test('a secret of Standard Webhooks that holds no bytes is refused', async ({ assert }) => {
    const { token, path, merchant } = await setUp()
    const secret = 'whsec_!!!!'
    const made = await call('POST', path, { token, body: { provider: 'standard', name: 'x', secret } })
    assert.deepEqual([made.status, made.body.error.details?.[0].field], [400, 'secret'])
    const { id } = await connect(merchant)
    const changed = await call('PATCH', `${path}/${id}`, { token, body: { secret } })
    assert.deepEqual([changed.status, changed.body.error.details?.[0].field], [400, 'secret'])
  })

  test('events are limited by the minute', async ({ assert }) => {
    using _ = lowered({ processorEventsPerMinute: 1 })
    const { merchant } = await setUp()
    const { id } = await connect(merchant)
    assert.equal((await tell(id, 'x', {})).status, 200)
    const second = await tell(id, 'x', {})
    assert.equal(second.body.error.code, 'RATE_LIMITED')
    assert.isNotNull(second.headers.get('retry-after'))
  })

  test('an event is tried out, ignored, and replayed once its price is mapped', async ({ assert }) => {
    const { merchant, token, path } = await setUp()
    const { id } = await connect(merchant)
    const data = { ref: 'pay_1', providerRef: 'price_1', customer: { email: `${newId()}@example.net` } }
    const event = { type: 'purchase.paid', id: 'evt_1', occurredAt: '2030-01-01T00:00:00Z', data }
    const tryOut = async () =>
      (await call('POST', `${path}/${id}/try`, { token, body: { event } })).body.data.would
    assert.containSubset(await tryOut(), {
      type: 'purchase.paid',
      meaning: 'purchase.paid',
      state: 'ignored',
    })
    await tell(id, 'purchase.paid', data)
    await drain()
    const events = async (query = '') =>
      (await call('GET', `${path}/${id}/events${query}`, { token })).body.data.events
    const [ignored] = await events('?state=ignored')
    assert.include(ignored.result, 'price_1')
    await createListing(merchant, { providerRefs: [{ processorId: id, ref: 'price_1' }] })
    assert.equal((await tryOut()).state, 'done')
    assert.lengthOf(await events('?state=done'), 0)
    const replay = () => call('POST', `${path}/${id}/events/${ignored.id}/replay`, { token })
    assert.equal((await replay()).body.data.id, ignored.id)
    await drain()
    const [done] = await events()
    assert.containSubset(done, { state: 'done', type: 'purchase.paid' })
    assert.isString(done.orderId)
    assert.equal((await replay()).body.error.code, 'CONFLICT')
    const taken = { providerRefs: [{ processorId: id, ref: 'price_1' }] }
    const body = { productId: merchant.productId, name: 'x', kind: 'new', ...taken }
    const twice = await call('POST', `${shopPath(merchant)}/listings`, { token, body })
    assert.equal(twice.body.error.code, 'CONFLICT')
    const other = await createListing(merchant)
    const changed = await call('PATCH', `${shopPath(merchant)}/listings/${other.id}`, { token, body: taken })
    assert.equal(changed.body.error.code, 'CONFLICT')
  })
})
