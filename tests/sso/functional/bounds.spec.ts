import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import AdministerUser from '#accounts/actions/administer_user'
import SetPlan from '#accounts/actions/set_plan'
import { SYSTEM } from '#kernel/audit/audit'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import AdministerOrg from '#orgs/actions/administer_org'
import { call } from '#tests/testkit/api'
import { createMerchant } from '#tests/testkit/merchant'
import { signed, unsignedAnswer } from '#tests/testkit/saml_idp'
import {
  BACK,
  begin,
  createColleague,
  createSamlOrg,
  exchange,
  newVerifier,
  post,
  signInBySso,
} from '#tests/testkit/sso'
import { join } from '#tests/testkit/team'
import { enableTotp, totpCode } from '#tests/testkit/totp'

const suspend = (orgId: string, suspended = true) =>
  new AdministerOrg(new SetPlan()).execute(orgId, { suspended }, SYSTEM)
const disable = (userId: string, disabled = true) => new AdministerUser().execute(userId, disabled, SYSTEM)

/** contract/01-changes#reads-for-a-console */
test.group('nobody signs in through SSO', () => {
  test('to a suspended org, at whatever point that happens', async ({ assert }) => {
    const { merchant, domain, sp } = await createSamlOrg({ jit: true })
    const member = await createColleague(merchant, domain)
    const careful = await createColleague(merchant, domain)
    const { secret } = await enableTotp(careful)
    const answer = async (email: string) => {
      const { requestId, codeVerifier } = await begin(domain)
      return { codeVerifier, xml: signed(unsignedAnswer({ email, requestId, sp })) }
    }
    const newcomer = `${newId()}@${domain}`
    const [waiting, joining, sent] = [
      await answer(member.email),
      await answer(newcomer),
      await answer(member.email),
    ]
    const { code } = await post(sp.acsUrl, sent.xml)
    const { challengeToken } = (await signInBySso(domain, sp, { email: careful.email })).answer!.body.data
    await suspend(merchant.orgId)

    const { codeChallenge } = newVerifier()
    const body = { orgId: merchant.orgId, redirectUri: BACK, codeChallenge }
    const started = await call('POST', '/v1/auth/sso/start', { body })
    assert.deepEqual([started.status, started.body.error.code], [403, 'FORBIDDEN'])
    assert.equal((await post(sp.acsUrl, waiting.xml)).error, 'FORBIDDEN')
    assert.equal((await post(sp.acsUrl, joining.xml)).error, 'FORBIDDEN')
    assert.lengthOf(await rows(db.connection(), `select 1 from users where email = ?`, [newcomer]), 0)
    assert.equal((await exchange(code, sent.codeVerifier)).body.error.code, 'FORBIDDEN')
    const late = { challengeToken, code: await totpCode(secret) }
    const verified = await call('POST', '/v1/auth/totp/verify-login', { body: late })
    assert.equal(verified.body.error.code, 'UNAUTHORIZED')

    await suspend(merchant.orgId, false)
    assert.equal((await signInBySso(domain, sp, { email: member.email })).answer!.status, 200)
  })

  test('who is disabled, at whatever point that happens', async ({ assert }) => {
    const { merchant, domain, sp } = await createSamlOrg()
    const { email, userId } = await createColleague(merchant, domain)
    const { requestId, codeVerifier } = await begin(domain)
    const { code } = await post(sp.acsUrl, signed(unsignedAnswer({ email, requestId, sp })))
    await disable(userId)
    assert.equal((await exchange(code, codeVerifier)).body.error.code, 'FORBIDDEN')
    assert.equal((await signInBySso(domain, sp, { email })).error, 'FORBIDDEN')
    const renamed = `${newId()}@${domain}`
    await rows(db.connection(), `update users set email = ? where id = ?`, [newId() + email, userId])
    // The provider's name id identifies the member, whatever the address.
    assert.equal((await signInBySso(domain, sp, { email: renamed, nameId: email })).error, 'FORBIDDEN')
    await rows(db.connection(), `update users set email = ? where id = ?`, [email, userId])
    await disable(userId, false)
    assert.equal((await signInBySso(domain, sp, { email })).answer!.status, 200)
  })
})

/** contract/13-sso#133-what-an-answer-must-pass-saml-in-order */
test('the orgs of a session are one page, whatever comes before', async ({ assert }) => {
  const elder = await createMerchant()
  const { merchant, domain, sp } = await createSamlOrg()
  const email = `${newId()}@${domain}`
  await rows(db.connection(), `update users set email = ? where id = ?`, [email, elder.userId])
  await join(merchant, elder.userId, 'MEMBER')
  const { answer } = await signInBySso(domain, sp, { email })
  const token = answer!.body.data.tokens.accessToken
  const { orgs, nextCursor } = (await call('GET', '/v1/dashboard/orgs?limit=1', { token })).body.data
  assert.deepEqual([orgs.map(({ id }: { id: string }) => id), nextCursor], [[merchant.orgId], null])
  const me = (await call('GET', '/v1/dashboard/me', { token })).body.data
  assert.deepEqual(
    me.orgs.map(({ id }: { id: string }) => id),
    [merchant.orgId]
  )
})

/** interface#41-session-and-user, contract/13-sso#133-what-an-answer-must-pass-saml-in-order */
test('a session of SSO lists and ends the sessions of its org, and no others', async ({ assert }) => {
  const { merchant, domain, sp } = await createSamlOrg()
  const { userId, email, token: byPassword } = await createColleague(merchant, domain)
  await rows(db.connection(), `update users set email_verified_at = now() where id = ?`, [userId])
  const elsewhere = newId()
  await rows(
    db.connection(),
    `insert into refresh_sessions (id, user_id, family_id, token_hash, created_at, expires_at)
     values (?, ?, ?, ?, now(), now() + interval '1 day')`,
    [elsewhere, userId, newId(), newId()]
  )
  const signIn = async () => (await signInBySso(domain, sp, { email })).answer!.body.data.tokens
  const [{ accessToken: token }, other] = [await signIn(), await signIn()]
  const path = '/v1/dashboard/me/sessions'
  type Session = { id: string; current: boolean }
  const listed = async (of: string) =>
    (await call('GET', path, { token: of })).body.data.sessions as unknown as Session[]
  const [all, own] = [await listed(byPassword), await listed(token)]
  assert.lengthOf(all, 3)
  assert.deepEqual(
    own.map(({ current }) => current),
    [false, true]
  )
  const refused = await call('DELETE', `${path}/${elsewhere}`, { token })
  assert.equal(refused.body.error.code, 'NOT_FOUND')
  assert.equal((await call('DELETE', `${path}/${own[0].id}`, { token })).status, 200)
  const renewed = await call('POST', '/v1/auth/refresh', { body: { refreshToken: other.refreshToken } })
  assert.equal(renewed.status, 401)
  assert.deepEqual((await call('DELETE', path, { token })).body.data, { revoked: 1 })
  assert.deepEqual(
    (await listed(byPassword)).map(({ id }) => id),
    [elsewhere]
  )
})

test('a session of SSO is not renewed for somebody who is a member no more', async ({ assert }) => {
  const { merchant, domain, sp } = await createSamlOrg()
  const { userId, email } = await createColleague(merchant, domain)
  await rows(db.connection(), `update users set email_verified_at = now() where id = ?`, [userId])
  const { tokens } = (await signInBySso(domain, sp, { email })).answer!.body.data
  const refresh = (refreshToken: string) => call('POST', '/v1/auth/refresh', { body: { refreshToken } })
  const renewed = await refresh(tokens.refreshToken)
  assert.equal(renewed.status, 200)
  const path = `/v1/dashboard/orgs/${merchant.orgId}/members/${userId}`
  assert.equal((await call('DELETE', path, { token: merchant.token })).status, 200)
  const refused = await refresh(renewed.body.data.tokens.refreshToken)
  assert.deepEqual([refused.status, refused.body.error?.code], [401, 'UNAUTHORIZED'])
})
