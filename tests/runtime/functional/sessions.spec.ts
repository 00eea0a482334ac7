import { test } from '@japa/runner'
import { activity } from '#runtime/store/authorize_activity'
import { call } from '#tests/testkit/api'
import { age, authorize, createVendor, seedLicense, stored } from '#tests/testkit/runtime'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

test.group('authorize: sessions', () => {
  test('later calls renew the session and activate no more', async ({ assert }) => {
    const vendor = await createVendor({ sessionTtlSeconds: 60 })
    const license = await seedLicense(vendor)
    const first = await authorize(vendor, license.key, { hwid: 'a' })
    await age(license.id, 20)
    const second = await authorize(vendor, license.key, { hwid: 'a' })
    assert.isFalse(second.body.data.wasActivated)
    assert.equal(second.body.data.activatedAt, first.body.data.activatedAt)
    assert.equal(second.body.data.sessionId, first.body.data.sessionId)
    await activity.flush()
    const { sessions, revision } = await stored(license.id)
    assert.lengthOf(sessions, 1)
    assert.equal(sessions[0].expiresAt.toISOString(), second.body.data.sessionExpiresAt)
    assert.isTrue(sessions[0].expiresAt.getTime() > Date.now() + 55_000)
    assert.equal(revision, 2)
  })

  test('a session of {0} s that was renewed {1} s ago is renewed: {2}')
    .with([
      [60, 0, false],
      [60, 3, true],
      [3600, 2, false],
      [3600, 6, true],
      [86_400, 50, false],
      [86_400, 65, true],
    ] as const)
    .run(async ({ assert }, [sessionTtlSeconds, ago, renewed]) => {
      const vendor = await createVendor({ sessionTtlSeconds })
      const license = await seedLicense(vendor)
      const first = await authorize(vendor, license.key, { hwid: 'a' })
      await age(license.id, ago)
      const { sessions: before } = await stored(license.id)
      const second = await authorize(vendor, license.key, { hwid: 'a' })
      assert.equal(second.body.data.sessionId, first.body.data.sessionId)
      const stated = Date.parse(second.body.data.sessionExpiresAt)
      assert.equal(stated > before[0].expiresAt.getTime(), renewed)
      await activity.flush()
      const { sessions: after } = await stored(license.id)
      assert.equal(after[0].expiresAt.getTime(), stated, 'the answer tells what is stored')
    })

  test('a session about to lapse is renewed before the answer', async ({ assert }) => {
    const vendor = await createVendor({ sessionTtlSeconds: 60 })
    const license = await seedLicense(vendor)
    await authorize(vendor, license.key, { sessionId: 'mine' })
    await age(license.id, 57)
    const renewed = await authorize(vendor, license.key, { sessionId: 'mine' })
    const { sessions } = await stored(license.id)
    assert.equal(sessions[0].expiresAt.toISOString(), renewed.body.data.sessionExpiresAt)
  })

  test('a full read shows a session under the name that its program gave it', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    await authorize(vendor, license.key, { sessionId: 'desk 4' })
    const read = await call('GET', `/v1/dashboard/licenses/${license.id}`, { token: vendor.token })
    assert.equal(read.body.data.license.sessions[0].id, 'desk 4')
  })

  test('a session is found by its id, else by the device, else by the address', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    const named = await authorize(vendor, license.key, { sessionId: 'mine', hwid: 'a' })
    assert.equal(named.body.data.sessionId, 'mine')
    const byDevice = await authorize(vendor, license.key, { hwid: 'a' })
    assert.equal(byDevice.body.data.sessionId, 'mine')
    const byAddress = await authorize(vendor, license.key, { ip: '8.8.8.8' })
    assert.match(byAddress.body.data.sessionId, UUID)
    const again = await authorize(vendor, license.key, { ip: '::ffff:8.8.8.8' })
    assert.equal(again.body.data.sessionId, byAddress.body.data.sessionId)
    const other = await authorize(vendor, license.key, { sessionId: 'other', hwid: 'a' })
    assert.equal(other.body.data.sessionId, 'other')
    assert.lengthOf((await stored(license.id)).sessions, 3)
  })

  test('a lapsed session frees its seat', async ({ assert }) => {
    const vendor = await createVendor({ maxConcurrentSessions: 1, sessionTtlSeconds: 30 })
    const license = await seedLicense(vendor)
    await authorize(vendor, license.key, { hwid: 'a' })
    assert.equal((await authorize(vendor, license.key, { hwid: 'b' })).status, 403)
    await age(license.id, 31)
    assert.equal((await authorize(vendor, license.key, { hwid: 'b' })).status, 200)
    assert.deepEqual(
      (await stored(license.id)).sessions.map(({ hwid }) => hwid),
      ['b']
    )
  })

  test('evict_oldest ends the oldest session', async ({ assert }) => {
    const vendor = await createVendor({ maxConcurrentSessions: 2, onSessionLimit: 'evict_oldest' })
    const license = await seedLicense(vendor)
    for (const hwid of ['a', 'b', 'c']) {
      assert.equal((await authorize(vendor, license.key, { hwid })).status, 200)
    }
    assert.deepEqual(
      (await stored(license.id)).sessions.map(({ hwid }) => hwid),
      ['b', 'c']
    )
  })
})
