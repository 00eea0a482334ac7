import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { FORGERIES, forgeriesOf, TEST_TIME } from '#tests/testkit/saml_forgeries'
import { BASE } from '#tests/testkit/http'
import { createMerchant, PASSWORD } from '#tests/testkit/merchant'
import { samlifyAnswer } from '#tests/testkit/samlify_provider'
import { CERTIFICATES, IDP, newXmlId, signed, unsignedAnswer, type Said } from '#tests/testkit/saml_idp'
import {
  begin,
  createColleague,
  createSamlOrg,
  exchange,
  post,
  signInBySso,
  ssoPath,
} from '#tests/testkit/sso'

const EVERYTHING = `select (select count(*) from users)::int as users, (select count(*) from org_members)::int as members,
  (select count(*) from sso_identities)::int as identities, (select count(*) from sso_codes)::int as codes,
  (select count(*) from sso_assertions)::int as assertions, (select count(*) from sso_requests)::int as requests,
  (select count(*) from refresh_sessions)::int as sessions`
const everything = async () => (await rows<Record<string, number>>(db.connection(), EVERYTHING))[0]

let org: Awaited<ReturnType<typeof createSamlOrg>>
let member: Awaited<ReturnType<typeof createColleague>>

/** The content of a valid answer. */
const good = (requestId: string): Said => ({ email: member.email, requestId, sp: org.sp })

/** contract/13-sso#133-what-an-answer-must-pass-saml-in-order */
test.group('answers of SAML', (group) => {
  group.setup(async () => {
    org = await createSamlOrg({ jit: true })
    member = await createColleague(org.merchant, org.domain)
  })

  test('sign a member in, whose session opens the org alone', async ({ assert }) => {
    const { error, answer } = await signInBySso(org.domain, org.sp, { email: member.email })
    assert.isNull(error)
    assert.equal(answer!.status, 200)
    const { user, tokens } = answer!.body.data
    assert.equal(user.email, member.email)
    const token = tokens.accessToken
    const forbidden = async (method: string, path: string, body?: object) =>
      assert.equal((await call(method, path, { token, body })).body.error?.code, 'FORBIDDEN', path)
    assert.equal(
      (await call('GET', `/v1/dashboard/orgs/${org.merchant.orgId}`.concat('/members'), { token })).status,
      200
    )
    const { orgs } = (await call('GET', '/v1/dashboard/orgs', { token })).body.data
    assert.deepEqual(
      orgs.map(({ id }: { id: string }) => id),
      [org.merchant.orgId]
    )
    await forbidden('GET', `/v1/dashboard/orgs/${member.orgId}/members`)
    await forbidden('GET', `/v1/dashboard/products/${member.productId}`)
    await forbidden('POST', '/v1/dashboard/me/password', { currentPassword: 'x', newPassword: 'y' })
    await forbidden('POST', '/v1/dashboard/me/totp/setup', {})
    await forbidden('POST', '/v1/dashboard/orgs', { name: 'Mine' })
    await forbidden('POST', '/oauth/accounts/google/connect', {})
    const renewed = await call('POST', '/v1/auth/refresh', { body: { refreshToken: tokens.refreshToken } })
    await rows(db.connection(), `update refresh_sessions set ends_at = now() where user_id = ?`, [
      member.userId,
    ])
    const late = await call('GET', '/v1/dashboard/orgs', { token: renewed.body.data.tokens.accessToken })
    assert.equal(late.body.error.code, 'UNAUTHORIZED')
  })

  test('a browser keeps the refresh token no longer than the session lasts', async ({ assert }) => {
    const { merchant, domain, sp } = await createSamlOrg({ sessionHours: 2 })
    const { email } = await createColleague(merchant, domain)
    const { requestId, codeVerifier } = await begin(domain)
    const { code } = await post(sp.acsUrl, signed(unsignedAnswer({ email, requestId, sp })))
    const body = { code, codeVerifier, useCookies: true }
    const { headers } = await call('POST', '/v1/auth/sso/exchange', { body })
    const refresh = headers.getSetCookie().find((cookie) => cookie.includes('latchkey_refresh='))!
    const maxAge = Number(/Max-Age=(\d+)/.exec(refresh)![1])
    assert.isTrue(maxAge > 7190 && maxAge <= 7200, refresh)
  })

  test('a code is good once, for the browser that began', async ({ assert }) => {
    for (const verifier of ['x'.repeat(43), null]) {
      const { requestId, codeVerifier } = await begin(org.domain)
      const { code } = await post(org.sp.acsUrl, signed(unsignedAnswer(good(requestId))))
      assert.equal((await exchange(code, verifier ?? codeVerifier)).status, verifier ? 401 : 200)
      assert.equal((await exchange(code, codeVerifier)).body.error.code, 'UNAUTHORIZED')
    }
  })

  test('a new person becomes a member, with the role of the groups', async ({ assert }) => {
    const email = `new-${newXmlId()}@${org.domain}`
    const body = { ...org.body, groupRoles: { admins: 'ADMIN', staff: 'MEMBER' }, jit: true, syncRoles: true }
    const { token } = org.merchant
    assert.equal((await call('PUT', ssoPath(org.merchant), { token, body })).status, 200)
    const roleOf = async () =>
      (
        await rows<{ role: string }>(
          db.connection(),
          `select role from org_members m join users u on u.id = m.user_id where u.email = ? and m.org_id = ?`,
          [email, org.merchant.orgId]
        )
      )[0]?.role
    await signInBySso(org.domain, org.sp, { email, groups: ['staff', 'admins'] })
    assert.equal(await roleOf(), 'ADMIN')
    await signInBySso(org.domain, org.sp, { email, groups: ['OWNER'] })
    assert.equal(await roleOf(), 'VIEWER')
    await call('PUT', ssoPath(org.merchant), { token, body: { ...org.body, jit: false } })
    const refused = await signInBySso(org.domain, org.sp, { email: `other-${newXmlId()}@${org.domain}` })
    assert.equal(refused.error, 'FORBIDDEN')
    await call('PUT', ssoPath(org.merchant), { token, body: org.body })
  })

  test('take an account from who has only claimed the address, and leave one that is confirmed as it is', async ({
    assert,
  }) => {
    const seen = async ({ token }: { token: string }) =>
      (await call('GET', `/v1/dashboard/orgs/${org.merchant.orgId}/members`, { token })).status
    const login = async (email: string) =>
      (await call('POST', '/v1/auth/login', { body: { email, password: PASSWORD } })).status
    for (const confirmed of [false, true]) {
      const user = await createMerchant()
      const email = `claimed-${newXmlId()}@${org.domain}`
      await rows(db.connection(), `update users set email = ?, email_verified_at = ? where id = ?`, [
        ...[email, confirmed ? new Date() : null, user.userId],
      ])
      const before = (await call('POST', '/v1/auth/login', { body: { email, password: PASSWORD } })).body.data
      await rows(
        db.connection(),
        `insert into linked_accounts (user_id, provider, subject, created_at) values (?, 'local', ?, now())`,
        [user.userId, newXmlId()]
      )
      const { answer } = await signInBySso(org.domain, org.sp, { email })
      assert.equal(answer!.status, 200)
      assert.equal(answer!.body.data.user.id, user.userId)
      assert.equal(await login(email), confirmed ? 200 : 401)
      assert.equal(await seen(user), confirmed ? 200 : 401)
      const renewed = await call('POST', '/v1/auth/refresh', {
        body: { refreshToken: before.tokens.refreshToken },
      })
      assert.equal(renewed.status, confirmed ? 200 : 401)
      const linked = await rows(db.connection(), `select 1 from linked_accounts where user_id = ?`, [
        user.userId,
      ])
      assert.lengthOf(linked, confirmed ? 1 : 0)
    }
  })

  test('samlify, which nobody here wrote, signs somebody in', async ({ assert }) => {
    const metadata = await (await fetch(`${BASE}/sso/saml/${org.sp.id}/metadata`)).text()
    const { requestId, codeVerifier, started } = await begin(org.domain)
    const query = Object.fromEntries(new URL(started.body.data.redirectUrl).searchParams)
    const answer = await samlifyAnswer(metadata, query, member.email)
    assert.equal(answer.requestId, requestId)
    const { code, back } = await post(org.sp.acsUrl, Buffer.from(answer.context, 'base64').toString())
    assert.isString(code, back?.href)
    assert.equal((await exchange(code, codeVerifier)).status, 200)
  })

  test('{$self}: refused, and nothing is made')
    .with(FORGERIES)
    .run(async ({ assert }, name) => {
      const { requestId } = await begin(org.domain)
      const stranger = await createSamlOrg()
      const { requestId: theirs } = await begin(stranger.domain)
      const said = good(requestId)
      const xml = signed(unsignedAnswer(said))
      const other = { email: org.merchant.email, requestId: theirs, sp: stranger.sp }
      const forgery = forgeriesOf(xml, said, other)[name]
      assert.notEqual(forgery, xml)
      const before = await everything()
      const { status, error, code } = await post(org.sp.acsUrl, forgery)
      assert.deepEqual({ status, error, code }, { status: 303, error: 'UNAUTHORIZED', code: null })
      assert.deepEqual(await everything(), before)
      assert.equal((await post(org.sp.acsUrl, xml)).error, null)
    })

  test('an address of a domain that is another org’s: FORBIDDEN, and nothing is made', async ({ assert }) => {
    const stranger = await createSamlOrg()
    const { assertions, ...before } = await everything()
    for (const email of [member.email.replace(org.domain, stranger.domain), 'ada@nobodys.example']) {
      const { requestId } = await begin(org.domain)
      const foreign = signed(unsignedAnswer({ ...good(requestId), email }))
      assert.equal((await post(org.sp.acsUrl, foreign)).error, 'FORBIDDEN')
    }
    // The answers are used up, so that neither can be sent once more.
    assert.deepEqual(await everything(), { ...before, assertions: assertions + 2 })
    const { token } = org.merchant
    const { logins } = (await call('GET', `${ssoPath(org.merchant)}/logins?limit=2`, { token })).body.data
    assert.match(logins[0].reason, /^FORBIDDEN: The org has not verified/)
  })

  test('clocks may be off by less than a minute', async ({ assert }) => {
    for (const off of [{ from: 55 }, { until: TEST_TIME - 59 }]) {
      const { requestId } = await begin(org.domain)
      const { error } = await post(org.sp.acsUrl, signed(unsignedAnswer({ ...good(requestId), ...off })))
      assert.isNull(error)
    }
  })

  test('of twenty copies one is taken, and none later', async ({ assert }) => {
    const { requestId } = await begin(org.domain)
    const assertionId = newXmlId()
    const xml = signed(unsignedAnswer({ ...good(requestId), assertionId }))
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(org.sp.acsUrl, xml)))
    assert.lengthOf(
      answers.filter(({ code }) => code !== null),
      1
    )
    assert.equal((await post(org.sp.acsUrl, xml)).error, 'UNAUTHORIZED')
    const again = await begin(org.domain)
    const replayed = signed(unsignedAnswer({ ...good(again.requestId), assertionId }))
    assert.equal((await post(org.sp.acsUrl, replayed)).error, 'UNAUTHORIZED')
  })

  test('a certificate is rolled over without an outage', async ({ assert }) => {
    const { token } = org.merchant
    const put = (certificates: string[]) =>
      call('PUT', ssoPath(org.merchant), { token, body: { ...org.body, saml: { ...IDP, certificates } } })
    const works = async (key: 'idp' | 'next') => {
      const { requestId } = await begin(org.domain)
      return (await post(org.sp.acsUrl, signed(unsignedAnswer(good(requestId)), key))).error === null
    }
    assert.lengthOf((await put([CERTIFICATES.idp, CERTIFICATES.next])).body.data.connection.certificates, 2)
    assert.deepEqual([await works('idp'), await works('next')], [true, true])
    await put([CERTIFICATES.next])
    assert.deepEqual([await works('idp'), await works('next')], [false, true])
    await put([CERTIFICATES.idp])
  })

  test('what is no answer at all is refused', async ({ assert }) => {
    const path = new URL(org.sp.acsUrl).pathname
    assert.equal((await call('POST', path, { body: {} })).body.error.code, 'BAD_REQUEST')
    const unknown = await post(org.sp.acsUrl.replace(org.sp.id, org.merchant.orgId), 'x')
    assert.equal(unknown.status, 404)
    const metadata = await call('GET', `/sso/saml/${org.merchant.orgId}/metadata`)
    assert.equal(metadata.body.error.code, 'NOT_FOUND')
  })
})
