import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { DAY } from '#kernel/time/millis'
import { activity } from '#runtime/store/authorize_activity'
import { firstRow } from '#kernel/database/sql'
import {
  age,
  authorize,
  createVendor,
  listen,
  runtimeEvents,
  seedLicense,
  stored,
} from '#tests/testkit/runtime'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

test.group('authorize: allowed', () => {
  test('the first call activates, binds, opens a session and answers with all of it', async ({ assert }) => {
    const vendor = await createVendor({ hwidMode: 'sticky', ipMode: 'sticky', sessionTtlSeconds: 60 })
    const metadata = { tier: 'gold', text: 'é "quoted"', seats: [1, 2] }
    const license = await seedLicense(vendor, {
      metadata,
      expirationMode: 'afterActivation',
      expiresAfterDays: 3,
    })
    const before = Date.now()
    const answer = await authorize(vendor, license.key, { hwid: 'device-1', ip: '8.8.8.8' })
    assert.equal(answer.status, 200)
    const { data } = answer.body
    const activatedAt = Date.parse(data.activatedAt)
    assert.isTrue(activatedAt >= before - 1000 && activatedAt <= Date.now() + 1000)
    assert.match(data.sessionId, UUID)
    const effectiveExpiresAt = new Date(activatedAt + 3 * DAY).toISOString()
    assert.deepEqual(answer.body, {
      ok: true,
      allow: true,
      effectiveExpiresAt,
      data: {
        allow: true,
        effectiveExpiresAt,
        licenseId: license.id,
        status: 'ACTIVE',
        activatedAt: data.activatedAt,
        wasActivated: true,
        sessionId: data.sessionId,
        sessionExpiresAt: new Date(activatedAt + 60_000).toISOString(),
        metadata,
        tier: null,
        features: {},
      },
    })
    const { bindings, sessions, ...row } = await stored(license.id)
    assert.equal(row.activatedAt!.toISOString(), data.activatedAt)
    assert.deepEqual(
      bindings.map(({ kind, value, region }) => ({ kind, value, region })),
      [
        { kind: 'HWID', value: 'device-1', region: null },
        { kind: 'IP', value: '8.8.8.8', region: 'US' },
      ]
    )
    assert.deepEqual(
      sessions.map(({ id, hwid, ip }) => ({ id, hwid, ip })),
      [{ id: data.sessionId, hwid: 'device-1', ip: '8.8.8.8' }]
    )
  })

  test('an address that left its window makes room for another', async ({ assert }) => {
    const vendor = await createVendor({ ipMode: 'limit', ipLimit: 1, ipWindowMinutes: 10 })
    const license = await seedLicense(vendor)
    await authorize(vendor, license.key, { ip: '8.8.8.8' })
    assert.equal((await authorize(vendor, license.key, { ip: '8.8.4.4' })).status, 403)
    await age(license.id, 601)
    assert.equal((await authorize(vendor, license.key, { ip: '8.8.4.4' })).status, 200)
    const values = (await stored(license.id)).bindings.map(({ value }) => value)
    assert.deepEqual(values, ['8.8.4.4'])
  })

  test('each sighting moves the window of an address', async ({ assert }) => {
    const vendor = await createVendor({ ipMode: 'limit', ipLimit: 1, ipWindowMinutes: 10 })
    const license = await seedLicense(vendor)
    await authorize(vendor, license.key, { ip: '8.8.8.8' })
    await age(license.id, 300)
    await authorize(vendor, license.key, { ip: '8.8.8.8' })
    await activity.flush()
    await age(license.id, 599)
    // One second is left, so this sighting must be durable before the answer is sent.
    await authorize(vendor, license.key, { ip: '8.8.8.8' })
    await age(license.id, 599)
    assert.equal((await authorize(vendor, license.key, { ip: '8.8.4.4' })).status, 403)
  })

  test('a region is bound by the first address and any address of it goes on', async ({ assert }) => {
    const vendor = await createVendor({ ipMode: 'sticky_region' })
    const license = await seedLicense(vendor)
    for (const ip of ['8.8.8.8', '8.8.4.4', '2001:4860:4860::8888']) {
      assert.equal((await authorize(vendor, license.key, { ip })).status, 200)
    }
    assert.deepEqual(
      (await stored(license.id)).bindings.map(({ value, region }) => [value, region]),
      [['8.8.8.8', 'US']]
    )
  })

  test('the override of a license wins over the policy of its product', async ({ assert }) => {
    const vendor = await createVendor({ maxConcurrentSessions: 1 })
    const license = await seedLicense(vendor, { policyOverride: { maxConcurrentSessions: 2 } })
    for (const hwid of ['a', 'b']) await authorize(vendor, license.key, { hwid })
    assert.equal(
      (await authorize(vendor, license.key, { hwid: 'c' })).body.reasonCode,
      'CONCURRENCY_LIMIT_EXCEEDED'
    )
    assert.lengthOf((await stored(license.id)).sessions, 2)
  })

  test('a frozen license authorizes, and its expiry moves with time', async ({ assert }) => {
    const vendor = await createVendor()
    const now = Date.now()
    const license = await seedLicense(vendor, {
      expirationMode: 'fixed',
      expiresAt: now - DAY,
      frozenAt: now - 2 * DAY,
      pausedSince: now - 2 * DAY,
    })
    const { status, body } = await authorize(vendor, license.key)
    assert.equal(status, 200)
    assert.approximately(Date.parse(body.effectiveExpiresAt!), Date.now() + DAY, 5000)
  })

  test('calls of an activated license are told only to those who listen', async ({ assert }) => {
    const vendor = await createVendor()
    const silent = await seedLicense(vendor)
    await authorize(vendor, silent.key)
    await authorize(vendor, silent.key)
    assert.deepEqual(await runtimeEvents(vendor.orgId), [])
    await listen(vendor, ['license.authorized'])
    const license = await seedLicense(vendor)
    await authorize(vendor, license.key)
    await authorize(vendor, license.key)
    const data = { licenseId: license.id, productId: vendor.productId, effectiveExpiresAt: null }
    assert.deepEqual(await runtimeEvents(vendor.orgId), [
      { name: 'license.authorized', data: { ...data, wasActivated: true } },
      { name: 'license.authorized', data: { ...data, wasActivated: false } },
    ])
  })

  test('the time series counts what was authorized, activated and denied', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    await authorize(vendor, license.key)
    await authorize(vendor, license.key)
    await authorize(vendor, 'UNKNOWN-KEY')
    await activity.flush()
    const count = async (metric: string) =>
      (await firstRow<{ sum: number }>(
        db.connection(),
        `select (select coalesce(sum(delta), 0) from metric_deltas where product_id = ? and metric = ?)::int
           + (select coalesce(sum(count), 0) from metric_hours where product_id = ? and metric = ?)::int as sum`,
        [vendor.productId, metric, vendor.productId, metric]
      ))!.sum
    assert.deepEqual(await Promise.all(['authorized', 'activated', 'denied'].map(count)), [2, 1, 1])
  })
})
