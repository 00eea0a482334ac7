import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import CreateProduct from '#catalog/actions/create_product'
import { firstRow, rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { knock } from '#tests/testkit/doors'
import { createEndUser, openPortal, own } from '#tests/testkit/end_users'
import { createExchanger, outcome } from '#tests/testkit/exchanges'
import { seedLicenses } from '#tests/testkit/licenses'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'
import { LICENSES, statusAndOwner } from '#tests/testkit/own_licenses'

const AT_ONCE = 10
const QUARTER = 15 * 60 * 1000
const returnUrls = ['https://shop.example']
const countOf = async (orgId: string) =>
  (await firstRow<{ count: number }>(
    db.connection(),
    `select count(*)::int as count from end_users where org_id = ?`,
    [orgId]
  ))!.count

/** contract/09-end-users#93-the-exchange-the-merchant-vouches */
test.group('exchange: licenses and links', () => {
  test('redeems keys, of which a bad one fails alone', async ({ assert }) => {
    const { merchant, exchange } = await createExchanger()
    const [waiting] = await seedLicenses(merchant, 1, { status: 'PENDING' })
    const [free, theirs] = await seedLicenses(merchant, 2)
    await own(await createEndUser(merchant), theirs.id)
    const stranger = await createMerchant()
    const [foreign] = await seedLicenses(stranger, 1)
    const other = await new CreateProduct().execute({ orgId: merchant.orgId }, { name: 'Other' })
    const [elsewhere] = await seedLicenses({ ...merchant, productId: other.id }, 1)
    const keys = [waiting, free, theirs, foreign, elsewhere].map(({ key }) => key)
    const unknown = ['NONE', '', 'A-'.repeat(10_000)]
    const { status, body } = await exchange({ externalId: newId(), licenseKeys: [...keys, ...unknown] })
    assert.equal(status, 201)
    const { id } = body.data.endUser
    assert.deepEqual(body.data.claimed, [
      { licenseKey: waiting.key, licenseId: waiting.id, code: null },
      { licenseKey: free.key, licenseId: free.id, code: null },
      { licenseKey: theirs.key, licenseId: null, code: 'LICENSE_NOT_OWNED' },
      { licenseKey: foreign.key, licenseId: null, code: 'LICENSE_NOT_FOUND' },
      { licenseKey: elsewhere.key, licenseId: null, code: 'LICENSE_NOT_FOUND' },
      ...unknown.map((licenseKey) => ({ licenseKey, licenseId: null, code: 'LICENSE_NOT_FOUND' })),
    ])
    assert.deepEqual(await statusAndOwner(waiting.id), { status: 'ACTIVE', owner: id })
    await own({ id, orgId: merchant.orgId }, elsewhere.id)
    const { licenses } = (await call('GET', LICENSES, { token: body.data.tokens.accessToken })).body.data
    assert.sameMembers(
      licenses.map((one: { id: string }) => one.id),
      [waiting.id, free.id]
    )
  })

  test('takes no license without an owner where the portal forbids that', async ({ assert }) => {
    const { merchant, exchange } = await createExchanger({ claimByKey: false })
    const [{ key }] = await seedLicenses(merchant, 1)
    const { body } = await exchange({ externalId: newId(), licenseKeys: [key] })
    assert.deepEqual(body.data.claimed, [{ licenseKey: key, licenseId: null, code: 'LICENSE_NOT_OWNED' }])
  })

  test('gives a one-time link for a page of the portal', async ({ assert }) => {
    const { merchant, exchange, sync } = await createExchanger({ returnUrls })
    for (const go of [exchange, sync]) {
      const before = Date.now()
      const returnUrl = 'https://shop.example/account'
      const { endUser, portalLink } = (await go({ externalId: newId(), returnUrl })).body.data
      const [page, token] = portalLink.url.split('#token=')
      assert.equal(page, returnUrl)
      assert.isAtLeast(Date.parse(portalLink.expiresAt) - QUARTER, before)
      assert.isAtMost(Date.parse(portalLink.expiresAt) - QUARTER, Date.now())
      const entered = await knock('link/verify', { token })
      assert.equal(entered.body.data.endUser.id, endUser.id)
      const session = await firstRow<{ productId: string }>(
        db.connection(),
        `select product_id as "productId" from end_user_sessions where end_user_id = ? and amr = 'portalLink'`,
        [endUser.id]
      )
      assert.equal(session!.productId, merchant.productId)
      assert.equal((await knock('link/verify', { token })).status, 401)
    }
  })
})

test.group('exchange: refusals', () => {
  test('bodies that are wrong', async ({ assert }) => {
    const { merchant, exchange, sync } = await createExchanger({ returnUrls })
    const externalId = newId()
    for (const body of [
      {},
      { emailVerified: true, firstName: 'Ada' },
      { externalId: null, email: null },
      { externalId: '' },
      { externalId: 'x'.repeat(256) },
      { email: 'nobody' },
      { externalId, emailVerified: 'true' },
      { externalId, locale: 'not a locale' },
      { externalId, metadata: [] },
      { externalId, licenseKeys: Array.from({ length: 21 }, () => 'KEY') },
      { externalId, returnUrl: 'https://shop.example.evil/' },
      { externalId, returnUrl: 'https://user@shop.example/' },
      { externalId, emailverified: true },
      { externalId, marketingConsent: true },
    ]) {
      for (const go of [exchange, sync])
        assert.equal(outcome(await go(body)), '400 VALIDATION_ERROR', JSON.stringify(body))
    }
    assert.equal(await countOf(merchant.orgId), 0)
  })

  test('portals that are off, and this door of them', async ({ assert }) => {
    const { merchant, exchange, sync } = await createExchanger()
    for (const settings of [
      { signIn: { exchange: false } },
      { enabled: false, signIn: { exchange: true } },
    ]) {
      await openPortal(merchant, settings)
      for (const go of [exchange, sync])
        assert.equal(outcome(await go({ externalId: newId() })), '403 FORBIDDEN')
    }
    assert.equal(await countOf(merchant.orgId), 0)
  })

  test('keys without the permission, of another product or of another org', async ({ assert }) => {
    const { merchant, path } = await createExchanger()
    const stranger = await createExchanger()
    const other = await new CreateProduct().execute({ orgId: merchant.orgId }, { name: 'Other' })
    const elsewhere = await createApiKey({ ...merchant, productId: other.id }, ['end_user:write'])
    const reader = await createApiKey(merchant, ['end_user:read'])
    const body = { externalId: newId() }
    const ask = async (at: string, apiKey?: string) => outcome(await call('POST', at, { apiKey, body }))
    assert.equal(await ask(path), '401 UNAUTHORIZED')
    assert.equal(await ask(path, reader.key), '403 PERMISSION_DENIED')
    assert.equal(await ask('/api/auth/sync', reader.key), '403 PERMISSION_DENIED')
    assert.equal(await ask(path, elsewhere.key), '403 FORBIDDEN')
    assert.equal(await ask(path, stranger.key), '403 FORBIDDEN')
    assert.equal(await countOf(merchant.orgId), 0)
  })

  test('names of another org find nobody', async ({ assert }) => {
    const [{ merchant, exchange }, stranger] = [await createExchanger(), await createExchanger()]
    const body = { externalId: newId(), email: `${newId()}@example.net`, emailVerified: true }
    const mine = (await exchange(body)).body.data.endUser
    const theirs = await stranger.exchange(body)
    assert.equal(theirs.status, 201)
    assert.notEqual(theirs.body.data.endUser.id, mine.id)
    assert.equal(theirs.body.data.endUser.email, mine.email)
    assert.equal(await countOf(merchant.orgId), 1)
  })

  test('a username that somebody has', async ({ assert }) => {
    const { merchant, exchange } = await createExchanger()
    const [username, externalId] = [newId(), newId()]
    assert.equal((await exchange({ externalId: newId(), username })).status, 201)
    const answer = await exchange({ externalId, username })
    assert.equal(outcome(answer), '409 CONFLICT')
    assert.equal(answer.body.error.details![0].field, 'username')
    assert.equal(await countOf(merchant.orgId), 1)
  })
})

test.group('exchange: at once and again', (group) => {
  group.each.timeout(60_000)

  test('ten of one new person make one end user', async ({ assert }) => {
    const { merchant, exchange, sync } = await createExchanger()
    const [externalId, email] = [newId(), `${newId()}@example.net`]
    for (const [at, body] of [
      { externalId },
      { externalId: newId(), email, emailVerified: true },
      { email: `${newId()}@example.net`, emailVerified: true },
    ].entries()) {
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, one) => (one % 2 ? exchange(body) : sync(body)))
      )
      const statuses = answers.map(({ status }) => status).sort()
      assert.deepEqual(statuses, [...Array<number>(AT_ONCE - 1).fill(200), 201])
      assert.lengthOf(new Set(answers.map((answer) => answer.body.data.endUser.id)), 1)
      assert.equal(await countOf(merchant.orgId), at + 1)
    }
  })

  test("two people who swap verified addresses at once are never in each other's way", async ({ assert }) => {
    const { merchant, exchange } = await createExchanger()
    const [one, two] = [await createEndUser(merchant), await createEndUser(merchant)]
    const ids = [newId(), newId()]
    for (const [at, { id }] of [one, two].entries())
      await rows(db.connection(), `update end_users set external_id = ? where id = ?`, [ids[at], id])
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) =>
        exchange({ externalId: ids[at % 2], email: [two, one][at % 2].email, emailVerified: true })
      )
    )
    assert.deepEqual(new Set(answers.map(outcome)), new Set(['409 CONFLICT']))
  })

  test('the same Idempotency-Key has the same answer, sealed where it is kept', async ({ assert }) => {
    const { merchant, exchange } = await createExchanger()
    const headers = { 'idempotency-key': newId() }
    const body = { externalId: newId() }
    const first = await exchange(body, headers)
    const again = await exchange(body, headers)
    assert.deepEqual([again.status, again.body], [first.status, first.body])
    assert.equal(again.status, 201)
    assert.equal(await countOf(merchant.orgId), 1)
    const kept = await rows<{ sealed: string }>(
      db.connection(),
      `select sealed_body as sealed from idempotency_keys where sealed_body is not null`
    )
    const { refreshToken } = first.body.data.tokens
    assert.isFalse(kept.some(({ sealed }) => sealed.includes(refreshToken)))
  })
})
