import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { DENIALS, type ReasonCode } from '#runtime/rules/denials'
import { DAY } from '#kernel/time/millis'
import type { Policy } from '#catalog/rules/policy'
import CreateProduct from '#catalog/actions/create_product'
import type { NewLicense } from '#licensing/actions/insert_licenses'
import { activity } from '#runtime/store/authorize_activity'
import { firstRow } from '#kernel/database/sql'
import {
  authorize,
  blacklist,
  createVendor,
  listen,
  runtimeEvents,
  seedLicense,
  stored,
  type Vendor,
} from '#tests/testkit/runtime'

type Case = {
  reason: ReasonCode
  policy?: Partial<Policy>
  license?: () => Partial<NewLicense>
  /** The parameters of the calls before the denied one. */
  before?: object[]
  arrange?: (vendor: Vendor) => Promise<unknown>
  call?: object
}

const expired = () => ({ expirationMode: 'fixed' as const, expiresAt: Date.now() - DAY })

const CASES: Case[] = [
  { reason: 'LICENSE_NOT_FOUND', license: () => ({ status: 'PENDING' }) },
  { reason: 'LICENSE_REVOKED', license: () => ({ status: 'REVOKED' }) },
  { reason: 'LICENSE_REVOKED', policy: { hwidMode: 'sticky' }, license: () => ({ status: 'REVOKED' }) },
  { reason: 'LICENSE_EXPIRED', policy: { hwidMode: 'sticky' }, license: expired },
  {
    reason: 'LICENSE_SUSPENDED',
    license: () => ({ status: 'SUSPENDED', suspendedAt: Date.now(), pausedSince: Date.now() }),
  },
  { reason: 'LICENSE_EXPIRED', license: expired },
  { reason: 'LICENSE_EXPIRED', license: () => ({ ...expired(), status: 'EXPIRED' }) },
  {
    reason: 'LICENSE_EXPIRED_RELATIVE',
    license: () => ({
      expirationMode: 'afterActivation',
      expiresAfterDays: 1,
      activatedAt: Date.now() - 2 * DAY,
    }),
  },
  {
    reason: 'HWID_BLACKLISTED',
    arrange: (vendor) => blacklist(vendor, 'HWID', 'stolen'),
    call: { hwid: 'stolen' },
  },
  {
    reason: 'IP_BLACKLISTED',
    arrange: (vendor) => blacklist(vendor, 'IP', '203.0.113.0/24'),
    call: { ip: '203.0.113.77' },
  },
  {
    reason: 'HWID_STICKY_VIOLATION',
    policy: { hwidMode: 'sticky' },
    before: [{ hwid: 'a' }],
    call: { hwid: 'b' },
  },
  {
    reason: 'HWID_LIMIT_EXCEEDED',
    policy: { hwidMode: 'limit', hwidLimit: 2 },
    before: [{ hwid: 'a' }, { hwid: 'b' }],
    call: { hwid: 'c' },
  },
  {
    reason: 'IP_STICKY_VIOLATION',
    policy: { ipMode: 'sticky' },
    before: [{ ip: '8.8.8.8' }],
    call: { ip: '8.8.4.4' },
  },
  {
    reason: 'IP_LIMIT_EXCEEDED',
    policy: { ipMode: 'limit', ipLimit: 2 },
    before: [{ ip: '8.8.8.8' }, { ip: '8.8.4.4' }],
    call: { ip: '1.1.1.1' },
  },
  {
    reason: 'IP_REGION_VIOLATION',
    policy: { ipMode: 'sticky_region' },
    before: [{ ip: '8.8.8.8' }],
    call: { ip: '193.0.6.139' },
  },
  {
    reason: 'IP_REGION_LIMIT_EXCEEDED',
    policy: { ipMode: 'region_limit', regionLimit: 2 },
    before: [{ ip: '8.8.8.8' }, { ip: '193.0.6.139' }],
    call: { ip: '133.11.0.1' },
  },
  { reason: 'IP_REGION_UNKNOWN', policy: { ipMode: 'sticky_region' }, call: { ip: '10.1.2.3' } },
  {
    reason: 'CONCURRENCY_LIMIT_EXCEEDED',
    policy: { maxConcurrentSessions: 2 },
    before: [{ sessionId: 'a' }, { sessionId: 'b' }],
    call: { sessionId: 'c' },
  },
]

test.group('authorize: denials', () => {
  test('{reason} over HTTP, and nothing is bound, activated or opened')
    .with(CASES)
    .run(async ({ assert }, { reason, policy, license: state, before = [], arrange, call = {} }) => {
      const vendor = await createVendor(policy)
      await arrange?.(vendor)
      const license = await seedLicense(vendor, state?.())
      for (const earlier of before) {
        assert.equal((await authorize(vendor, license.key, earlier)).status, 200)
      }
      const untouched = await stored(license.id)
      const { status, body } = await authorize(vendor, license.key, call)
      assert.equal(status, 403)
      assert.deepEqual(body, {
        ok: false,
        allow: false,
        reasonCode: reason,
        message: DENIALS[reason],
      })
      const { bindings, sessions, activatedAt } = await stored(license.id)
      assert.deepEqual(
        { bindings, sessions, activatedAt },
        {
          bindings: untouched.bindings,
          sessions: untouched.sessions,
          activatedAt: untouched.activatedAt,
        }
      )
    })

  test('LICENSE_NOT_FOUND for a key that nobody has, and for one of another org', async ({ assert }) => {
    const [vendor, other] = [await createVendor(), await createVendor()]
    const foreign = await seedLicense(other)
    for (const key of ['NO-SUCH-KEY', foreign.key]) {
      const { status, body } = await authorize(vendor, key)
      assert.equal(status, 403)
      assert.equal(body.reasonCode, 'LICENSE_NOT_FOUND')
    }
  })

  test('PRODUCT_MISMATCH for a license of another product of the org', async ({ assert }) => {
    const vendor = await createVendor()
    const product = await new CreateProduct().execute({ orgId: vendor.orgId }, { name: 'Viewer' })
    const license = await seedLicense({ ...vendor, productId: product.id })
    const { status, body } = await authorize(vendor, license.key)
    assert.equal(status, 403)
    assert.equal(body.reasonCode, 'PRODUCT_MISMATCH')
  })

  test('a license that expires moves to EXPIRED once, and each try is told', async ({ assert }) => {
    const vendor = await createVendor()
    await listen(vendor, ['*'])
    const expiresAt = Date.now() - DAY
    const license = await seedLicense(vendor, { expirationMode: 'fixed', expiresAt })
    await authorize(vendor, license.key)
    await authorize(vendor, license.key)
    const after = await stored(license.id)
    assert.equal(after.status, 'EXPIRED')
    assert.equal(after.revision, 2)
    const about = { licenseId: license.id, productId: vendor.productId }
    const told = [
      {
        name: 'license.expired',
        data: { ...about, effectiveExpiresAt: new Date(expiresAt).toISOString() },
      },
      {
        name: 'license.authorization_denied',
        data: { ...about, reasonCode: 'LICENSE_EXPIRED', message: DENIALS.LICENSE_EXPIRED },
      },
    ]
    const events = await runtimeEvents(vendor.orgId)
    assert.sameDeepMembers(events, [...told, ...told])
    const timeline = await firstRow<{ types: string[] }>(
      db.connection(),
      `select array_agg(type order by id) as types from license_events where license_id = ?`,
      [license.id]
    )
    assert.deepEqual(timeline!.types, ['license.created', 'license.expired'])
  })

  test('denials are told to those who listen, and never for a key that is unknown', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor, { status: 'REVOKED' })
    await authorize(vendor, license.key)
    await listen(vendor, ['license.authorization_denied'])
    await authorize(vendor, 'NO-SUCH-KEY')
    await authorize(vendor, license.key)
    const denied = await runtimeEvents(vendor.orgId)
    assert.deepEqual(denied, [
      {
        name: 'license.authorization_denied',
        data: {
          licenseId: license.id,
          productId: vendor.productId,
          reasonCode: 'LICENSE_REVOKED',
          message: DENIALS.LICENSE_REVOKED,
        },
      },
    ])
  })

  test('a blacklist entry denies its exact HWID and its whole network, for its own product alone', async ({
    assert,
  }) => {
    const [vendor, other] = [await createVendor(), await createVendor()]
    await blacklist(vendor, 'HWID', 'Device')
    await blacklist(vendor, 'IP', '192.0.2.0/24')
    await blacklist(vendor, 'IP', '2001:db8::/32')
    const [license, foreign] = [await seedLicense(vendor), await seedLicense(other)]
    for (const [call, reason] of [
      [{ hwid: 'Device' }, 'HWID_BLACKLISTED'],
      [{ hwid: 'device', ip: '192.0.3.1' }, undefined],
      [{ ip: '192.0.2.255' }, 'IP_BLACKLISTED'],
      [{ ip: '2001:db8:1::1' }, 'IP_BLACKLISTED'],
      [{ ip: '2001:db9::1' }, undefined],
    ] as const) {
      const mine = await authorize(vendor, license.key, { sessionId: 'one', ...call })
      assert.equal(mine.body.reasonCode, reason, JSON.stringify(call))
      assert.equal((await authorize(other, foreign.key, { sessionId: 'one', ...call })).status, 200)
    }
  })

  test('a hit is counted on the entry of the blacklist', async ({ assert }) => {
    const vendor = await createVendor()
    await blacklist(vendor, 'HWID', 'stolen')
    const license = await seedLicense(vendor)
    for (let time = 0; time < 3; time++) await authorize(vendor, license.key, { hwid: 'stolen' })
    await activity.flush()
    const entry = await firstRow<{ hits: string; lastHitAt: Date }>(
      db.connection(),
      `select hits, last_hit_at as "lastHitAt" from blacklist_entries where product_id = ?`,
      [vendor.productId]
    )
    assert.equal(Number(entry!.hits), 3)
    assert.approximately(entry!.lastHitAt.getTime(), Date.now(), 10_000)
  })
})
