import { test } from '@japa/runner'
import ChangeLicenseStatus from '#licensing/actions/change_license_status'
import type { LicenseStatus } from '#licensing/rules/license'
import type { StatusCommand } from '#licensing/rules/state_machine'
import { FAMILIES, familyOf } from '#tests/testkit/families'
import { makeLicense, memberToken, outgoingEvents } from '#tests/testkit/made_licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { seedLicenses } from '#tests/testkit/licenses'

const COMMANDS = ['revoke', 'unrevoke', 'suspend', 'unsuspend'] as const
const NEXT: Record<LicenseStatus, Partial<Record<StatusCommand, LicenseStatus>>> = {
  PENDING: { revoke: 'REVOKED' },
  ACTIVE: { revoke: 'REVOKED', suspend: 'SUSPENDED' },
  SUSPENDED: { revoke: 'REVOKED', unsuspend: 'ACTIVE' },
  EXPIRED: { revoke: 'REVOKED' },
  REVOKED: { unrevoke: 'ACTIVE' },
}
const EVENT: Record<string, string> = {
  revoke: 'license.revoked',
  unrevoke: 'license.unrevoked',
  suspend: 'license.suspended',
  unsuspend: 'license.unsuspended',
}

/** A state with this status that the database accepts. */
function seedState(status: LicenseStatus) {
  const now = Date.now()
  return status === 'SUSPENDED' ? { status, suspendedAt: now, pausedSince: now } : { status }
}

test.group('status routes, on both families', () => {
  for (const family of FAMILIES) {
    test(`${family}: every command from every status`, async ({ client, assert }) => {
      const merchant = await createMerchant()
      const { license: url, headers, actor } = await familyOf(family, merchant)
      for (const status of Object.keys(NEXT) as LicenseStatus[]) {
        for (const command of COMMANDS) {
          const [{ id }] = await seedLicenses(merchant, 1, seedState(status))
          const before = (await outgoingEvents(merchant)).length
          const response = await client
            .post(`${url(id)}/${command}`)
            .headers(headers)
            .json({ reason: 'because' })
          const next = NEXT[status][command]
          const label = `${command} of ${status}`
          assert.equal(response.status(), next ? 200 : 409, label)
          const events = (await outgoingEvents(merchant)).slice(before)
          if (!next) {
            assert.equal(response.body().error.code, 'CONFLICT', label)
            assert.lengthOf(events, 0, label)
            continue
          }
          assert.equal(response.body().data.license.status, next, label)
          assert.deepEqual(
            events.map(({ name, data }) => [name, data]),
            [[EVENT[command], { licenseId: id }]]
          )
          const timeline = await client.get(`${url(id)}/events`).headers(headers)
          assert.containSubset(timeline.body().data.events[0], {
            type: EVENT[command],
            actor,
            reason: 'because',
            data: { before: { status } },
          })
        }
      }
    })

    test(`${family}: resets clear the bindings, count and tell`, async ({ client, assert }) => {
      const merchant = await createMerchant()
      const { license: url, headers } = await familyOf(family, merchant)
      const { id } = await makeLicense(merchant)
      await bind(id)
      const hwid = await client.post(`${url(id)}/reset-hwid`).headers(headers)
      hwid.assertStatus(200)
      assert.containSubset(hwid.body().data.license, { id, hwidResetCount: 1, ipResetCount: 0 })
      assert.deepEqual(hwid.body().data.license.bindings.hwids, [])
      assert.lengthOf(hwid.body().data.license.bindings.ips, 1)
      const ip = await client
        .post(`${url(id)}/reset-ip`)
        .headers(headers)
        .json({ reason: 'moved' })
      ip.assertStatus(200)
      assert.deepEqual(ip.body().data.license.bindings.ips, [])
      const again = await client.post(`${url(id)}/reset-hwid`).headers(headers)
      assert.equal(again.body().data.license.hwidResetCount, 2)
      const events = (await outgoingEvents(merchant)).slice(1)
      const { productId } = merchant
      assert.deepEqual(
        events.map(({ name, data }) => [name, data]),
        [
          ['license.hwid_reset', { licenseId: id, productId, resetCount: 1 }],
          ['license.ip_reset', { licenseId: id, productId, resetCount: 1 }],
          ['license.hwid_reset', { licenseId: id, productId, resetCount: 2 }],
        ]
      )
    })

    test(`${family}: deletion is for good, and the timeline keeps it`, async ({ client, assert }) => {
      const merchant = await createMerchant()
      const { license: url, headers, actor } = await familyOf(family, merchant)
      const { id, key } = await makeLicense(merchant)
      const response = await client.delete(url(id)).headers(headers)
      response.assertStatus(200)
      assert.deepEqual(response.body(), { ok: true, data: { id } })
      const again = await client.delete(url(id)).headers(headers)
      again.assertStatus(404)
      again.assertBodyContains({ error: { code: 'LICENSE_NOT_FOUND' } })
      const timeline = await client.get(`${url(id)}/events`).headers(headers)
      timeline.assertStatus(200)
      assert.containSubset(timeline.body().data.events[0], {
        type: 'license.deleted',
        actor,
        data: { key, status: 'ACTIVE' },
      })
      assert.equal((await outgoingEvents(merchant)).at(-1)!.name, 'license.deleted')
      assert.equal((await makeLicense(merchant, { key })).key, key)
    })
  }

  test('routes of one license: bad id, foreign license, low role, no credential')
    .with([
      ['post', '/revoke'],
      ['post', '/unrevoke'],
      ['post', '/suspend'],
      ['post', '/unsuspend'],
      ['post', '/reset-hwid'],
      ['post', '/reset-ip'],
      ['delete', ''],
      ['get', ''],
      ['get', '/events'],
    ] as const)
    .run(async ({ client, assert }, [method, path]) => {
      const [mine, theirs] = [await createMerchant(), await createMerchant()]
      const { id } = await makeLicense(theirs)
      const call = (license: string, token: string) =>
        client[method](`/v1/dashboard/licenses/${license}${path}`).bearerToken(token)
      const bad = await call('12', mine.token)
      assert.deepEqual([bad.status(), bad.body().error.code], [400, 'VALIDATION_ERROR'])
      const foreign = await call(id, mine.token)
      assert.deepEqual([foreign.status(), foreign.body().error.code], [404, 'LICENSE_NOT_FOUND'])
      const viewer = await call(id, await memberToken(theirs, 'VIEWER'))
      if (method === 'get') viewer.assertStatus(200)
      else assert.deepEqual([viewer.status(), viewer.body().error.code], [403, 'INSUFFICIENT_SCOPE'])
      const nobody = await client[method](`/v1/dashboard/licenses/${id}${path}`)
      nobody.assertStatus(401)
    })

  test('a reason that is no text, or too long, is VALIDATION_ERROR for {$self}')
    .with(FAMILIES)
    .run(async ({ client, assert }, name) => {
      const merchant = await createMerchant()
      const family = await familyOf(name, merchant)
      const { id } = await makeLicense(merchant)
      for (const path of [...COMMANDS, 'reset-hwid', 'reset-ip']) {
        for (const reason of [5, {}, 'x'.repeat(1001)]) {
          const response = await client
            .post(`${family.license(id)}/${path}`)
            .headers(family.headers)
            .json({ reason })
          response.assertStatus(400)
          const { code, details } = response.body().error
          assert.deepEqual([code, details[0].field], ['VALIDATION_ERROR', 'reason'])
        }
      }
      assert.lengthOf(await outgoingEvents(merchant), 1)
    })

  test('a suspended license resumes with the same time remaining', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const start = Date.now() - 10 * 86_400_000
    const [{ id }] = await seedLicenses(merchant, 1, {
      expirationMode: 'afterActivation',
      expiresAfterDays: 30,
      activatedAt: start,
    })
    const change = new ChangeLicenseStatus()
    await change.execute(merchant.scope, id, 'suspend', null, start + 1000)
    await change.execute(merchant.scope, id, 'unsuspend', null, start + 1000 + 12_345)
    const read = await client.get(`/v1/dashboard/licenses/${id}`).bearerToken(merchant.token)
    assert.equal(
      read.body().data.license.effectiveExpiresAt,
      new Date(start + 30 * 86_400_000 + 12_345).toISOString()
    )
  })
})

async function bind(licenseId: string) {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  await db.rawQuery(
    `insert into license_bindings (license_id, kind, value, first_seen_at, last_seen_at)
     values (?, 'HWID', 'device', now(), now()), (?, 'IP', '192.0.2.1', now(), now())`,
    [licenseId, licenseId]
  )
}
