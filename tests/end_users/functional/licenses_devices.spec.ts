import { test } from '@japa/runner'
import { createHash } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { openPortal } from '#tests/testkit/end_users'
import { outgoingEvents } from '#tests/testkit/made_licenses'
import { authorize, createVendor } from '#tests/testkit/runtime'
import { createCustomer, own } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { bind, createOwner, heldBy, LICENSES, openSession, selfResets } from '#tests/testkit/own_licenses'

const idOf = (kind: string, value: string) =>
  createHash('sha256').update(`${kind}\n${value}`).digest('base64url').slice(0, 22)

/** contract/09-end-users#95-licenses-eu */
test.group('licenses of an end user: devices and sessions', () => {
  test('are listed without their values', async ({ assert }) => {
    const { ask, license } = await createOwner()
    await bind(license.id, 'HWID', ['a-device-of-mine'])
    await bind(license.id, 'IP', ['203.0.113.7'])
    await openSession(license.id, 'bound', { hwid: 'a-device-of-mine', ip: '203.0.113.7' })
    await openSession(license.id, 'address', { ip: '203.0.113.7' })
    await openSession(license.id, 'unbound', { hwid: 'another' })
    await openSession(license.id, 'lapsed', { lapsed: true })
    const answer = await ask('GET', '/devices')
    const { devices, sessions } = answer.body.data as Record<'devices' | 'sessions', Record<string, string>[]>
    assert.notInclude(JSON.stringify(answer.body), 'a-device-of-mine')
    assert.notInclude(JSON.stringify(answer.body), '203.0.113.7')
    const shown = devices.map(({ firstSeenAt: _first, lastSeenAt: _last, ...one }) => one)
    assert.sameDeepMembers(shown, [
      {
        id: idOf('hwid', 'a-device-of-mine'),
        kind: 'hwid',
        label: '*****-mine',
        region: null,
        offlineUntil: null,
      },
      { id: idOf('ip', '203.0.113.7'), kind: 'ip', label: '203.0.*.*', region: null, offlineUntil: null },
    ])
    const of = Object.fromEntries(sessions.map(({ id, deviceId }) => [id, deviceId]))
    assert.deepEqual(of, {
      bound: idOf('hwid', 'a-device-of-mine'),
      address: idOf('ip', '203.0.113.7'),
      unbound: null,
    })
  })

  test('freeing a device ends its sessions and takes a reset', async ({ assert }) => {
    const { ask, license, merchant, customer } = await createOwner({ policy: { maxHwidResets: 1 } })
    await bind(license.id, 'HWID', ['one', 'two'])
    await openSession(license.id, 's1', { hwid: 'one' })
    await openSession(license.id, 's2', { hwid: 'two' })
    const id = idOf('hwid', 'one')
    const freed = await ask('DELETE', `/devices/${id}`)
    assert.deepEqual([freed.status, freed.body.data], [200, { id }])
    assert.deepEqual(await heldBy(license.id), { bindings: ['two'], sessions: ['s2'] })
    const refused = await ask('DELETE', `/devices/${idOf('hwid', 'two')}`)
    assert.equal(refused.body.error.code, 'LIMIT_REACHED')
    assert.deepEqual(await heldBy(license.id), { bindings: ['two'], sessions: ['s2'] })
    const again = await ask('DELETE', `/devices/${id}`)
    assert.equal(again.body.error.code, 'NOT_FOUND')
    const [entry] = await rows<{ actor: string; actorId: string; data: object }>(
      db.connection(),
      `select actor_type as actor, actor_id as "actorId", data from license_events
       where license_id = ? and type = 'license.updated'`,
      [license.id]
    )
    assert.deepEqual([entry.actor, entry.actorId], ['endUser', customer.id])
    assert.containSubset(entry.data, { released: { id, kind: 'HWID' } })
    const told = (await outgoingEvents(merchant)).filter(({ name }) => name === 'license.updated')
    assert.deepEqual(
      told.map(({ data }) => data),
      [{ licenseId: license.id, fields: ['devices'] }]
    )
  })

  test('freeing an address takes an IP reset, and none where the policy says so', async ({ assert }) => {
    for (const deviceReleases of ['counts', 'free'] as const) {
      const { ask, license } = await createOwner({ policy: { maxIpResets: 1, deviceReleases } })
      await bind(license.id, 'IP', ['203.0.113.7', '203.0.113.8'])
      await openSession(license.id, 's1', { ip: '203.0.113.7' })
      await ask('DELETE', `/devices/${idOf('ip', '203.0.113.7')}`)
      assert.deepEqual(await heldBy(license.id), { bindings: ['203.0.113.8'], sessions: [] })
      assert.equal(await selfResets(license.id), deviceReleases === 'counts' ? 1 : 0)
      const second = await ask('DELETE', `/devices/${idOf('ip', '203.0.113.8')}`)
      assert.equal(second.status, deviceReleases === 'counts' ? 403 : 200)
    }
  })

  test('ending a session is free, and only one that is alive', async ({ assert }) => {
    const { ask, license } = await createOwner({ policy: { maxHwidResets: 0, maxIpResets: 0 } })
    await openSession(license.id, 'a b/c', { hwid: 'one' })
    await openSession(license.id, 'lapsed', { lapsed: true })
    const ended = await ask('DELETE', `/sessions/${encodeURIComponent('a b/c')}`)
    assert.deepEqual([ended.status, ended.body.data], [200, { id: 'a b/c' }])
    assert.equal(await selfResets(license.id), 0)
    for (const id of ['lapsed', 'none', '%00']) {
      assert.equal((await ask('DELETE', `/sessions/${id}`)).body.error.code, 'NOT_FOUND', id)
    }
    for (const id of ['x', '%00', idOf('hwid', 'one')]) {
      assert.equal((await ask('DELETE', `/devices/${id}`)).body.error.code, 'NOT_FOUND', id)
    }
  })

  test('the old device gives up its only seat with a reset, and another takes it', async ({ assert }) => {
    const vendor = await createVendor({
      hwidMode: 'sticky',
      maxConcurrentSessions: 1,
      sessionTtlSeconds: 86_400,
    })
    const customer = await createCustomer(vendor)
    const [license] = await seedLicenses(vendor, 1)
    await own(customer, license.id)
    const run = async (hwid: string) => (await authorize(vendor, license.key, { hwid })).body
    assert.isTrue((await run('old')).allow)
    assert.equal((await run('new')).reasonCode, 'HWID_STICKY_VIOLATION')
    const path = `${LICENSES}/${license.id}/reset-hwid`
    assert.equal((await call('POST', path, { token: customer.token, body: {} })).status, 200)
    assert.isTrue((await run('new')).allow)
    assert.equal((await run('old')).reasonCode, 'HWID_STICKY_VIOLATION')
  })

  test('a feature that was switched off is off from the next call on', async ({ assert }) => {
    const { ask, license, merchant } = await createOwner()
    await bind(license.id, 'HWID', ['one'])
    await openPortal(merchant, { deviceRelease: false })
    const refused = await ask('DELETE', `/devices/${idOf('hwid', 'one')}`)
    assert.equal(refused.body.error.code, 'FORBIDDEN')
    assert.deepEqual((await heldBy(license.id)).bindings, ['one'])
  })
})
