import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { DAY } from '#kernel/time/millis'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { createCustomer, openPortal, own, signIn } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { bind, createOwner, LICENSES, openSession, pastResets } from '#tests/testkit/own_licenses'

/** contract/09-end-users#95-licenses-eu */
test.group('licenses of an end user: reading', () => {
  test('one has what the end user needs, and nothing of the merchant', async ({ assert }) => {
    const metadata = { note: 'pays late', public: { seat: 'Oslo' } }
    const policy = { hwidMode: 'limit', hwidLimit: 2, maxConcurrentSessions: 3 } as const
    const state = { metadata, maxHwidResets: 4, expirationMode: 'never' } as const
    const { ask, license, merchant } = await createOwner({ policy, state })
    await bind(license.id, 'HWID', ['laptop'])
    await bind(license.id, 'IP', ['203.0.113.7'])
    await openSession(license.id, 'running')
    await openSession(license.id, 'over', { lapsed: true })
    await pastResets(license.id, 'HWID', [Date.now() - 500 * DAY])
    await pastResets(license.id, 'IP', [Date.now() - 31 * DAY, Date.now() - DAY])
    const { body } = await ask('GET')
    const { createdAt, ...shown } = body.data.license
    assert.isString(createdAt)
    assert.deepEqual(shown, {
      id: license.id,
      key: license.key,
      product: { id: merchant.productId, name: 'Editor' },
      tier: null,
      status: 'ACTIVE',
      frozen: false,
      expirationMode: 'never',
      effectiveExpiresAt: null,
      activatedAt: null,
      features: {},
      metadata: { seat: 'Oslo' },
      devices: { mode: 'limit', used: 1, limit: 2 },
      sessions: { used: 1, limit: 3 },
      resets: {
        hwid: { used: 1, limit: 4, remaining: 3, windowDays: null, nextAt: null },
        ip: { used: 1, limit: 10, remaining: 9, windowDays: 30, nextAt: null },
      },
      actions: ['reset_hwid', 'reset_ip', 'release_device', 'release_session', 'download'],
    })
  })

  test('metadata stay hidden without an object `public`')
    .with([{}, { note: 'x' }, { public: true }, { public: ['x'] }, { public: null }])
    .run(async ({ assert }, metadata) => {
      const { ask } = await createOwner({ state: { metadata } })
      assert.isNull((await ask('GET')).body.data.license.metadata)
    })

  test('a portal can mask keys; a sign-in with the key may download alone', async ({ assert }) => {
    const { ask, license, customer } = await createOwner({ portal: { showKeys: false } })
    const masked = `*****${license.key.slice(-5)}`
    assert.equal((await ask('GET')).body.data.license.key, masked)
    const list = await call('GET', LICENSES, { token: customer.token })
    assert.equal(list.body.data.licenses[0].key, masked)
    const { accessToken } = await signIn(customer, { door: 'licenseKey', licenseId: license.id })
    const byKey = await call('GET', `${LICENSES}/${license.id}`, { token: accessToken })
    assert.deepEqual([byKey.body.data.license.key, byKey.body.data.license.actions], [masked, ['download']])
  })

  test('actions go with the status, also when the sweep has not come by yet')
    .with([
      { state: { frozenAt: Date.now(), pausedSince: Date.now() }, status: 'ACTIVE', may: true },
      { state: { status: 'REVOKED' as const }, status: 'REVOKED', may: false },
      { state: { status: 'PENDING' as const }, status: 'PENDING', may: false },
      {
        state: { expirationMode: 'fixed' as const, expiresAt: Date.now() - 1000 },
        status: 'ACTIVE',
        may: false,
      },
    ])
    .run(async ({ assert }, { state, status, may }) => {
      const { ask } = await createOwner({ state })
      const { license } = (await ask('GET')).body.data
      assert.deepEqual([license.status, license.actions.length > 0], [status, may])
    })

  test('a list goes from page to page, newest first, and takes filters', async ({ assert }) => {
    const merchant = await createMerchant()
    const customer = await createCustomer(merchant)
    const other = await createCustomer(merchant)
    const licenses = await seedLicenses(merchant, 7)
    for (const { id } of licenses.slice(0, 5)) await own(customer, id)
    await own(other, licenses[5].id)
    await rows(db.connection(), `update licenses set status = 'REVOKED' where id = ?`, [licenses[2].id])
    const list = async (query: string) => {
      const { body } = await call('GET', `${LICENSES}?${query}`, { token: customer.token })
      return body.data as { licenses: { id: string }[]; nextCursor: string | null }
    }
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list(`limit=2&cursor=${cursor}`)
      ids.push(...page.licenses.map(({ id }) => id))
      cursor = page.nextCursor
    }
    const mine = licenses.slice(0, 5).map(({ id }) => id)
    assert.deepEqual(ids, mine.toSorted().toReversed())
    const revoked = await list('status=REVOKED')
    assert.deepEqual(
      revoked.licenses.map(({ id }) => id),
      [licenses[2].id]
    )
    assert.lengthOf((await list(`productId=${merchant.productId}`)).licenses, 5)
    assert.lengthOf((await list(`productId=${newId()}`)).licenses, 0)
  })

  test('bad questions: {0} is {1}')
    .with([
      ['?status=active', 'VALIDATION_ERROR'],
      ['?limit=0', 'VALIDATION_ERROR'],
      ['?limit=201', 'VALIDATION_ERROR'],
      ['?productId=x', 'VALIDATION_ERROR'],
      ['?sort=key', 'VALIDATION_ERROR'],
      ['?cursor=x', 'INVALID_CURSOR'],
      ['/x', 'VALIDATION_ERROR'],
      ['/x/devices', 'VALIDATION_ERROR'],
      [`/${newId()}`, 'LICENSE_NOT_FOUND'],
      [`/${newId()}/devices`, 'LICENSE_NOT_FOUND'],
    ])
    .run(async ({ assert }, [path, code]) => {
      const customer = await createCustomer(await createMerchant())
      const answer = await call('GET', LICENSES + path, { token: customer.token })
      assert.equal(answer.body.error.code, code)
    })

  test('settings of the portal hold from the next call on', async ({ assert }) => {
    const { ask, merchant } = await createOwner()
    await openPortal(merchant, { selfReset: { hwid: false }, deviceRelease: false })
    const { actions } = (await ask('GET')).body.data.license
    assert.deepEqual(actions, ['reset_ip', 'release_session', 'download'])
  })
})
