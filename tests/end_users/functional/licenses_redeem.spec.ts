import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { forgetAttempts, fromNetwork } from '#kernel/limits/attempt_limits'
import { newLicenseKeys } from '#licensing/store/license_keys'
import { LICENSE_STATUSES, type LicenseStatus } from '#licensing/rules/license'
import { mayRedeem } from '#end_users/rules/redeem'
import RedeemLicense from '#end_users/actions/redeem_license'
import FindOwnLicenses from '#end_users/queries/find_own_licenses'
import type Refusal from '#kernel/refusals/refusal'
import { call } from '#tests/testkit/api'
import { createCustomer, createEndUser, own, signIn } from '#tests/testkit/end_users'
import { lowered } from '#tests/testkit/limits'
import { seedLicenses } from '#tests/testkit/licenses'
import { outgoingEvents } from '#tests/testkit/made_licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { LICENSES, statusAndOwner } from '#tests/testkit/own_licenses'

const redeem = (token: string, licenseKey: unknown) =>
  call('POST', `${LICENSES}/redeem`, { token, body: { licenseKey } })

/** A valid state for a status. */
const inStatus = (status: LicenseStatus) =>
  status === 'SUSPENDED' ? { status, suspendedAt: Date.now(), pausedSince: Date.now() } : { status }

function timelineOf(id: string) {
  return rows<{ type: string; actor: string; actorId: string; data: Record<string, unknown> }>(
    db.connection(),
    `select type, actor_type as actor, actor_id as "actorId", data from license_events
     where license_id = ? and type <> 'license.created' order by id`,
    [id]
  )
}

const CELLS = LICENSE_STATUSES.flatMap((status) =>
  (['none', 'me', 'else'] as const).flatMap((holder) =>
    [true, false].map((claimByKey) => ({ status, holder, claimByKey }))
  )
)

/** contract/09-end-users#95-licenses-eu */
test.group('licenses of an end user: redeeming', () => {
  test('{status} of {holder}, claimByKey {claimByKey}')
    .with(CELLS)
    .run(async ({ assert }, { status, holder, claimByKey }) => {
      const merchant = await createMerchant()
      const me = await createCustomer(merchant, { claimByKey })
      const other = await createEndUser(merchant)
      const [license] = await seedLicenses(merchant, 1, inStatus(status))
      const owner = { none: null, me: me.id, else: other.id }[holder]
      if (owner) await own({ id: owner, orgId: merchant.orgId }, license.id)
      const { body } = await redeem(me.token, license.key)
      const verdict = mayRedeem(status, holder, claimByKey)
      if (verdict.may === null) {
        assert.equal(body.error.code, verdict.code)
        assert.deepEqual(await statusAndOwner(license.id), { status, owner })
        assert.deepEqual(await timelineOf(license.id), [])
        return
      }
      const became = verdict.may === 'activate' ? 'ACTIVE' : status
      assert.deepEqual([body.data.license.id, body.data.license.status], [license.id, became])
      assert.deepEqual(await statusAndOwner(license.id), { status: became, owner: me.id })
    })

  test('the timeline names the end user, and endpoints hear of it once', async ({ assert }) => {
    const merchant = await createMerchant()
    const me = await createCustomer(merchant)
    const [license] = await seedLicenses(merchant, 1, { status: 'PENDING' })
    await redeem(me.token, license.key)
    const [entry, ...more] = await timelineOf(license.id)
    assert.lengthOf(more, 0)
    assert.deepEqual([entry.type, entry.actor, entry.actorId], ['license.updated', 'endUser', me.id])
    assert.deepEqual(entry.data.before, { status: 'PENDING', endUserId: null })
    const told = (await outgoingEvents(merchant)).filter(({ name }) => name === 'license.updated')
    assert.deepEqual(
      told.map(({ data }) => data),
      [{ licenseId: license.id, fields: ['status', 'endUserId'] }]
    )
  })

  test('of thirty people with one key, one gets the license', async ({ assert }) => {
    const merchant = await createMerchant()
    await createCustomer(merchant)
    const people = await Promise.all(Array.from({ length: 30 }, () => createEndUser(merchant)))
    const tokens = await Promise.all(people.map(async (one) => (await signIn(one)).accessToken))
    for (const status of ['PENDING', 'ACTIVE'] as const) {
      const [license] = await seedLicenses(merchant, 1, { status })
      const answers = await Promise.all(tokens.map((token) => redeem(token, license.key)))
      const winners = answers.flatMap(({ status: code }, at) => (code === 200 ? [people[at].id] : []))
      assert.lengthOf(winners, 1)
      assert.lengthOf(
        answers.filter(({ body }) => body.error?.code === 'LICENSE_NOT_OWNED'),
        29
      )
      assert.deepEqual(await statusAndOwner(license.id), { status: 'ACTIVE', owner: winners[0] })
      assert.lengthOf(await timelineOf(license.id), 1)
    }
  })

  test('a generated key is found as people type it, a custom one only exactly', async ({ assert }) => {
    const merchant = await createMerchant()
    const me = await createCustomer(merchant)
    await rows(db.connection(), `update products set key_prefix = 'Acme' where id = ?`, [merchant.productId])
    const plain = '01ABC-DEFGH-JKMNP-QRSTV-WXYZ9'
    const prefixed = newLicenseKeys(1, 'Acme')[0]
    const custom = 'My-Own-Key'
    const spelled = [
      [plain, 'o1abc defgh jkmnp qrstv wxyz9'],
      [plain, ' OIABC-DEFGH-JKMNP-QRSTV-WXYZ9 '],
      [plain, '0labcdefghjkmnpqrstvwxyz9'],
      [prefixed, prefixed.toLowerCase()],
      [custom, custom],
    ]
    for (const [key, typed] of spelled) {
      const [license] = await seedLicenses(merchant, 1, { key })
      const { body } = await redeem(me.token, typed)
      assert.equal(body.data?.license.key, key, typed)
      await rows(db.connection(), 'delete from licenses where id = ?', [license.id])
    }
    await seedLicenses(merchant, 1, { key: custom })
    for (const typed of [custom.toLowerCase(), ` ${custom}`, 'My Own Key']) {
      assert.equal((await redeem(me.token, typed)).body.error?.code, 'LICENSE_NOT_FOUND', typed)
    }
  })

  test('a token of one product finds no key of another, and no org that of another', async ({ assert }) => {
    const merchant = await createMerchant()
    const elsewhere = await createMerchant()
    const me = await createCustomer(merchant)
    const [license] = await seedLicenses(merchant, 1, { status: 'PENDING' })
    const [foreign] = await seedLicenses(elsewhere, 1, { status: 'PENDING' })
    const { accessToken } = await signIn(me, { productId: elsewhere.productId })
    assert.equal((await redeem(accessToken, license.key)).body.error.code, 'LICENSE_NOT_FOUND')
    assert.equal((await redeem(me.token, foreign.key)).body.error.code, 'LICENSE_NOT_FOUND')
    assert.deepEqual(await statusAndOwner(license.id), { status: 'PENDING', owner: null })
    assert.deepEqual(await statusAndOwner(foreign.id), { status: 'PENDING', owner: null })
  })

  test('{key} as a key is a VALIDATION_ERROR')
    .with([{ key: '' }, { key: 5 }, { key: null }, { key: 'x'.repeat(257) }, { key: {} }])
    .run(async ({ assert }, { key }) => {
      const me = await createCustomer(await createMerchant())
      assert.equal((await redeem(me.token, key)).body.error.code, 'VALIDATION_ERROR')
    })

  test('attempts are limited per end user, before the body is read', async ({ assert }) => {
    using _ = lowered({ redeemsPer15Minutes: 3 })
    await forgetAttempts('redeemsOfAddress', fromNetwork('127.0.0.1'))
    const me = await createCustomer(await createMerchant())
    for (let attempt = 0; attempt < 3; attempt++) {
      assert.equal((await redeem(me.token, 'NONE')).body.error.code, 'LICENSE_NOT_FOUND')
    }
    const refused = await redeem(me.token, 5)
    assert.equal(refused.body.error.code, 'RATE_LIMITED')
    assert.equal(refused.headers.get('retry-after'), '900')
  })

  test('attempts are limited to twice as many per address, whoever makes them', async ({ assert }) => {
    using _ = lowered({ redeemsPer15Minutes: 1 })
    await forgetAttempts('redeemsOfAddress', fromNetwork('127.0.0.1'))
    const merchant = await createMerchant()
    await createCustomer(merchant)
    const codes: string[] = []
    for (let one = 0; one < 3; one++) {
      const { accessToken } = await signIn(await createEndUser(merchant))
      codes.push((await redeem(accessToken, 'NONE')).body.error.code)
    }
    assert.deepEqual(codes, ['LICENSE_NOT_FOUND', 'LICENSE_NOT_FOUND', 'RATE_LIMITED'])
  })

  test('somebody who was {change} after the token was read gets nothing')
    .with([
      { change: 'banned_at = now()', code: 'USER_BANNED' },
      { change: 'merged_into = id', code: 'UNAUTHORIZED' },
      { change: 'erased_at = now()', code: 'UNAUTHORIZED' },
    ])
    .run(async ({ assert }, { change, code }) => {
      const merchant = await createMerchant()
      const me = await createEndUser(merchant)
      const [license] = await seedLicenses(merchant, 1, { status: 'PENDING' })
      await rows(db.connection(), `update end_users set ${change} where id = ?`, [me.id])
      const reach = { ...merchant.scope, endUserId: me.id, licenseId: null }
      const action = new RedeemLicense(new FindOwnLicenses())
      const refused = await action.execute(reach, me.id, license.key, true).catch((error: Refusal) => error)
      assert.equal((refused as Refusal).reason, code)
      assert.deepEqual(await statusAndOwner(license.id), { status: 'PENDING', owner: null })
    })

  test('a retry with an Idempotency-Key gets the license again', async ({ assert }) => {
    const merchant = await createMerchant()
    const me = await createCustomer(merchant)
    const [license] = await seedLicenses(merchant, 1, { status: 'PENDING' })
    const options = { headers: { 'idempotency-key': `redeem-${license.id}` } }
    const ask = () =>
      call('POST', `${LICENSES}/redeem`, { token: me.token, body: { licenseKey: license.key }, ...options })
    const [first, again] = [await ask(), await ask()]
    assert.deepEqual([first.status, again.status], [200, 200])
    assert.deepEqual(again.body, first.body)
    assert.lengthOf(await timelineOf(license.id), 1)
  })

  test('a token for another product gets no answer of the same Idempotency-Key', async ({ assert }) => {
    const merchant = await createMerchant()
    const me = await createCustomer(merchant)
    const [license] = await seedLicenses(merchant, 1, { status: 'PENDING' })
    const path = `/v1/dashboard/orgs/${merchant.orgId}/products`
    const { body } = await call('POST', path, { token: merchant.token, body: { name: 'Other' } })
    const narrowed = await signIn(me, { door: 'exchange', productId: body.data.product.id })
    const options = { headers: { 'idempotency-key': `redeem-${license.id}` } }
    const ask = (token: string) =>
      call('POST', `${LICENSES}/redeem`, { token, body: { licenseKey: license.key }, ...options })
    assert.equal((await ask(me.token)).status, 200)
    assert.equal((await ask(narrowed.accessToken)).body.error?.code, 'LICENSE_NOT_FOUND')
    assert.equal((await ask(me.token)).headers.get('idempotent-replayed'), 'true')
  })
})
