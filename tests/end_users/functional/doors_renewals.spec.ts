import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { verifyEndUserToken } from '#kernel/secrets/end_user_tokens'
import { appUrl } from '#config/app'
import { cookies } from '#config/browser'
import { call } from '#tests/testkit/api'
import { cookieHeader, cookiesOf } from '#tests/testkit/cookies'
import { enterByCode, knock } from '#tests/testkit/doors'
import { createCustomer, createEndUser, openPortal, signIn } from '#tests/testkit/end_users'
import { BASE } from '#tests/testkit/http'
import { createMerchant } from '#tests/testkit/merchant'

const DAY_MS = 24 * 3600 * 1000
const refresh = (refreshToken: string) => knock('refresh', { refreshToken })
const customer = async (settings = {}) => createCustomer(await createMerchant(), settings)
const change = (sql: string, id: string) =>
  rows(db.connection(), `update end_users set ${sql} where id = ?`, [id])

/** contract/09-end-users#92-getting-in */
test.group('the refresh tokens of end users', () => {
  test('give a new pair of the same sign-in, once', async ({ assert }) => {
    const { token, refreshToken } = await customer()
    const answer = await refresh(refreshToken)
    assert.equal(answer.status, 200)
    assert.sameMembers(Object.keys(answer.body.data), ['tokens'])
    const { accessToken } = answer.body.data.tokens
    assert.deepEqual(await verifyEndUserToken(accessToken), await verifyEndUserToken(token))
    assert.equal((await call('GET', '/v1/enduser/me', { token: accessToken })).status, 200)
  })

  test('a used one that comes again ends the family with its access tokens, and no other', async ({
    assert,
  }) => {
    const owner = await customer()
    const other = await signIn(owner)
    const next = (await refresh(owner.refreshToken)).body.data.tokens
    assert.equal((await refresh(owner.refreshToken)).body.error.code, 'UNAUTHORIZED')
    assert.equal((await refresh(next.refreshToken)).body.error.code, 'UNAUTHORIZED')
    const me = await call('GET', '/v1/enduser/me', { token: next.accessToken })
    assert.equal(me.body.error.code, 'UNAUTHORIZED')
    assert.equal((await refresh(other.refreshToken)).status, 200)
  })

  test('ten times: of five simultaneous uses exactly one wins, and ends with the others', async ({
    assert,
  }) => {
    const owner = await customer()
    for (let round = 0; round < 10; round++) {
      const { refreshToken } = await signIn(owner)
      const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(refreshToken)))
      const won = answers.filter(({ status }) => status === 200)
      assert.lengthOf(won, 1)
      assert.lengthOf(
        answers.filter(({ status }) => status === 401),
        4
      )
      assert.equal((await refresh(won[0].body.data.tokens.refreshToken)).status, 401)
    }
  })

  test('end with the days of a sign-in, however often they are renewed', async ({ assert }) => {
    const merchant = await createMerchant()
    await openPortal(merchant, { sessionDays: 2 })
    const endUser = await createEndUser(merchant)
    const old = await signIn(endUser, { now: Date.now() - 2 * DAY_MS })
    assert.equal((await refresh(old.refreshToken)).status, 401)
    const young = await signIn(endUser, { now: Date.now() - 2 * DAY_MS + 60_000 })
    assert.equal((await refresh(young.refreshToken)).status, 200)
  })

  test('have all refusals', async ({ assert }) => {
    const merchant = await createMerchant()
    const code = async (body: object) => (await knock('refresh', body)).body.error.code
    assert.equal(await code({}), 'VALIDATION_ERROR')
    assert.equal(await code({ refreshToken: 'nothing' }), 'UNAUTHORIZED')
    const banned = await createCustomer(merchant)
    await change('banned_at = now()', banned.id)
    assert.equal(await code(banned), 'USER_BANNED')
    for (const gone of ['merged_into = id', 'erased_at = now()']) {
      const left = await createCustomer(merchant)
      await change(gone, left.id)
      assert.equal(await code(left), 'UNAUTHORIZED')
    }
    const kept = await createCustomer(merchant)
    await openPortal(merchant, { enabled: false })
    assert.equal(await code(kept), 'FORBIDDEN')
    assert.equal((await knock('logout', kept)).body.error.code, 'FORBIDDEN')
  })

  test('sign out, twice if need be', async ({ assert }) => {
    const { token, refreshToken } = await customer()
    const out = await knock('logout', { refreshToken })
    assert.deepEqual(out.body.data, { revoked: true })
    const me = await call('GET', '/v1/enduser/me', { token })
    assert.equal(me.body.error.code, 'UNAUTHORIZED')
    assert.equal((await refresh(refreshToken)).status, 401)
    assert.equal((await knock('logout', { refreshToken })).status, 200)
    assert.equal((await knock('logout', { refreshToken: 'nothing' })).body.error.code, 'UNAUTHORIZED')
    assert.equal((await knock('logout', {})).body.error.code, 'VALIDATION_ERROR')
    const used = await customer()
    await refresh(used.refreshToken)
    assert.equal((await knock('logout', used)).body.error.code, 'UNAUTHORIZED')
  })

  test('come as a cookie for pages of our own host, and from no other page', async ({ assert }) => {
    const merchant = await createMerchant()
    await openPortal(merchant)
    const { refreshToken } = await signIn(await createEndUser(merchant))
    const given = await knock('refresh', { refreshToken, useCookies: true })
    assert.sameMembers(Object.keys(given.body.data.tokens), ['accessToken'])
    const cookie = cookieHeader(cookiesOf(given))
    const from = (origin: string) => ({ cookie, origin })
    const foreign = from('https://evil.example')
    assert.equal((await knock('refresh', {}, foreign)).body.error.code, 'CSRF_BLOCKED')
    assert.equal((await knock('refresh', {}, { cookie })).body.error.code, 'CSRF_BLOCKED')
    const signedOut = await knock('logout', {}, foreign)
    assert.equal(signedOut.body.error.code, 'CSRF_BLOCKED')
    // Browsers leave a strict cookie out of a form that another site sends, but obey the answer.
    const byForm = await knock('logout', {}, { 'sec-fetch-site': 'cross-site' })
    assert.equal(byForm.body.error.code, 'VALIDATION_ERROR')
    for (const { headers } of [signedOut, byForm]) assert.lengthOf(headers.getSetCookie(), 0)
    const own = { cookie, 'sec-fetch-site': 'same-origin' }
    const renewed = await knock('refresh', {}, own)
    assert.equal(renewed.status, 200)
    // A script that may not read the cookie must not get a refresh token for it either.
    assert.sameMembers(Object.keys(renewed.body.data.tokens), ['accessToken'])
    const next = { ...own, cookie: cookieHeader(cookiesOf(renewed)) }
    const out = await knock('logout', {}, next)
    assert.equal(out.status, 200)
    assert.equal(cookiesOf(out).latchkey_end_user.value, '')
    assert.equal((await knock('refresh', {}, next)).body.error.code, 'UNAUTHORIZED')
  })

  test('a Secure cookie is bound to its host', async ({ assert, cleanup }) => {
    const before = cookies.secure
    cookies.secure = true
    cleanup(() => void (cookies.secure = before))
    const merchant = await createMerchant()
    await openPortal(merchant)
    const { refreshToken } = await signIn(await createEndUser(merchant))
    const given = cookiesOf(await knock('refresh', { refreshToken, useCookies: true }))
    const { attributes } = given['__Host-latchkey_end_user']
    assert.includeMembers(attributes, ['secure', 'httponly', 'samesite=strict', 'path=/'])
  })

  test('are of no use to the refresh of users, and the other way round', async ({ assert }) => {
    const { refreshToken } = await customer()
    const asUser = await call('POST', '/v1/auth/refresh', { body: { refreshToken } })
    assert.equal(asUser.body.error.code, 'UNAUTHORIZED')
    assert.equal((await refresh(refreshToken)).status, 200)
  })
})

/** contract/09-end-users#91-settings */
test.group('a portal before anybody has signed in', () => {
  const find = (query: string) => call('GET', `/v1/enduser/portal${query}`)

  test('shows what a page needs, and no setting beside that', async ({ assert }) => {
    const merchant = await createMerchant()
    const branding = { name: 'Acme Tools', accentColor: '#aabbcc' }
    await openPortal(merchant, { registration: 'open', branding, returnUrls: ['https://shop.example'] })
    const { body, status } = await find(`?orgId=${merchant.orgId}`)
    assert.equal(status, 200)
    assert.deepEqual(body.data.portal, {
      orgId: merchant.orgId,
      name: 'Acme Tools',
      branding,
      signIn: { code: true, password: false, licenseKey: false, exchange: true },
      registration: 'open',
      url: `${appUrl}/portal/${merchant.orgId}`,
      tickets: true,
      downloads: true,
      erasure: 'request',
    })
  })

  test('is found by a host name that its org has proved for pages', async ({ assert }) => {
    const merchant = await createMerchant()
    await openPortal(merchant)
    const [shown, other] = [`help-${merchant.orgId}.example`, `mail-${merchant.orgId}.example`]
    for (const [hostname, purpose] of [
      [shown, 'hosting'],
      [other, 'email'],
    ]) {
      await rows(
        db.connection(),
        `insert into org_domains (id, org_id, hostname, purpose, status, token, created_at, verified_at, checked_at)
         values (gen_random_uuid(), ?, ?, ?, 'verified', gen_random_uuid()::text, now(), now(), now())`,
        [merchant.orgId, hostname, purpose]
      )
    }
    const found = await find(`?hostname=${shown.toUpperCase()}.`)
    assert.equal(found.body.data?.portal.orgId, merchant.orgId)
    assert.equal((await find(`?hostname=${other}`)).body.error.code, 'ORG_NOT_FOUND')
  })

  test('is not found while it is off, and by no other hostname', async ({ assert }) => {
    const code = async (query: string) => (await find(query)).body.error.code
    const merchant = await createMerchant()
    assert.equal(await code(''), 'VALIDATION_ERROR')
    assert.equal(await code('?orgId=none'), 'VALIDATION_ERROR')
    assert.equal(await code(`?orgId=${merchant.userId}`), 'ORG_NOT_FOUND')
    assert.equal(await code(`?orgId=${merchant.orgId}`), 'ORG_NOT_FOUND')
    await openPortal(merchant)
    assert.equal(await code(`?hostname=${new URL(BASE).hostname}`), 'ORG_NOT_FOUND')
  })

  test('is the one in which a code signs in', async ({ assert }) => {
    const merchant = await createMerchant()
    await openPortal(merchant)
    const { email } = await createEndUser(merchant)
    const { portal } = (await find(`?orgId=${merchant.orgId}`)).body.data
    assert.equal((await enterByCode(portal.orgId, email)).status, 200)
  })
})
