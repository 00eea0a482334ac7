import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { PERMISSIONS } from '#catalog/rules/permissions'
import { newId } from '#kernel/secrets/ids'
import { firstRow, rows } from '#kernel/database/sql'
import { signAccessToken, signToken } from '#kernel/secrets/tokens'
import { call } from '#tests/testkit/api'
import { cookieHeader, cookiesOf } from '#tests/testkit/cookies'
import { mailedToken } from '#tests/testkit/mails'
import { createApiKey, createMerchant, PASSWORD, type Merchant } from '#tests/testkit/merchant'
import { createMember } from '#tests/testkit/team'
import { enableTotp, totpCode } from '#tests/testkit/totp'

type Door = { method: string; path: string; body?: object }
type Credential = { token?: string; headers?: Record<string, string> }

/** The whole state of an org and of its OWNER that a request could change. */
async function stateOf({ orgId, userId }: Merchant): Promise<string> {
  const state = await firstRow(
    db.connection(),
    `select
       (select row(u.password_hash, u.totp_secret, u.totp_pending_secret, u.totp_last_step, u.token_generation,
          u.platform_admin, u.email_verified_at, u.active_org_id)::text from users u where u.id = ?) as account,
       (select array_agg(code_hash || coalesce(used_at::text, '') order by code_hash) from backup_codes
          where user_id = ?) as codes,
       (select array_agg(id::text || coalesce(revoked_at::text, '') order by id) from refresh_sessions
          where user_id = ?) as sessions,
       (select array_agg(user_id::text || role order by user_id) from org_members where org_id = ?) as members,
       (select array_agg(id::text || role order by id) from invites where org_id = ?) as invites,
       (select count(*) from linked_accounts where user_id = ?)
         + (select count(*) from oauth_states where user_id = ?) as links`,
    [userId, userId, userId, orgId, orgId, userId, userId]
  )
  return JSON.stringify(state)
}

async function stage() {
  const owner = await createMerchant()
  const ended = owner.token
  const { secret } = await enableTotp(owner)
  const member = await createMember(owner, 'ADMIN')
  const invites = `/v1/dashboard/orgs/${owner.orgId}/invites`
  const guest = `${newId()}@example.com`
  const sent = await call('POST', invites, { token: owner.token, body: { email: guest, role: 'OWNER' } })
  const challenge = await call('POST', '/v1/auth/login', { body: { email: owner.email, password: PASSWORD } })
  const code = await totpCode(secret)
  const signedIn = await call('POST', '/v1/auth/totp/verify-login', {
    body: { challengeToken: challenge.body.data.challengeToken, code, useCookies: true },
  })
  const cookie = cookieHeader(cookiesOf(signedIn))
  await rows(db.connection(), 'update users set token_generation = token_generation + 1 where id = ?', [
    owner.userId,
  ])
  const session = await firstRow<{ id: string }>(
    db.connection(),
    'select id from refresh_sessions where user_id = ?',
    [owner.userId]
  )
  const sessionId = session!.id
  return {
    owner,
    ended,
    member,
    invites,
    inviteId: sent.body.data.invite.id as string,
    guest,
    cookie,
    sessionId,
    secret,
  }
}

const ME = '/v1/dashboard/me'

/** Requests that change the caller's own account. */
const ownDoors = async (sessionId: string, secret: string): Promise<Door[]> => [
  {
    method: 'POST',
    path: `${ME}/password`,
    body: { currentPassword: PASSWORD, newPassword: 'another fine phrase' },
  },
  { method: 'POST', path: `${ME}/totp/setup` },
  { method: 'POST', path: `${ME}/totp/enable`, body: { code: await totpCode(secret, 1) } },
  {
    method: 'POST',
    path: `${ME}/totp/disable`,
    body: { password: PASSWORD, code: await totpCode(secret, 1) },
  },
  { method: 'POST', path: `${ME}/totp/backup-codes`, body: { code: await totpCode(secret, 1) } },
  { method: 'POST', path: `${ME}/verify-email` },
  { method: 'PATCH', path: `${ME}/profile`, body: { platformAdmin: true, emailVerified: true } },
  { method: 'DELETE', path: `${ME}/sessions` },
  { method: 'DELETE', path: `${ME}/sessions/${sessionId}` },
  { method: 'POST', path: '/oauth/accounts/github/connect' },
  { method: 'POST', path: '/oauth/accounts/github/finish', body: { code: 'x' } },
  { method: 'DELETE', path: '/oauth/accounts/github' },
]

/** Requests that change the team of an org. */
const teamDoors = ({ owner, member, invites, inviteId }: Awaited<ReturnType<typeof stage>>): Door[] => {
  const members = `/v1/dashboard/orgs/${owner.orgId}/members`
  return [
    { method: 'PATCH', path: `${members}/${member.userId}`, body: { role: 'OWNER' } },
    { method: 'PATCH', path: `${members}/${owner.userId}`, body: { role: 'VIEWER' } },
    { method: 'DELETE', path: `${members}/${owner.userId}` },
    { method: 'POST', path: invites, body: { email: `${newId()}@example.com`, role: 'OWNER' } },
    { method: 'DELETE', path: `${invites}/${inviteId}` },
    { method: 'PATCH', path: `/v1/dashboard/orgs/${owner.orgId}`, body: { name: 'Mine' } },
    { method: 'DELETE', path: `/v1/dashboard/orgs/${owner.orgId}` },
  ]
}

/** Credentials that must not let a caller in as the OWNER. */
async function worthless({ owner, ended, cookie }: Awaited<ReturnType<typeof stage>>) {
  const { key } = await createApiKey(owner, [...PERMISSIONS])
  const expired = await signAccessToken(owner.userId, Date.now() - 3_600_000, 1)
  const endUser = await signToken('end-user', owner.userId, { gen: 1 }, Date.now())
  return {
    nothing: {},
    'an API key': { headers: { 'x-api-key': key } },
    'an API key as Bearer': { token: key },
    'an expired token': { token: expired },
    'a token of before the last password': { token: ended },
    'the token of an end user': { token: endUser },
    'the cookie, from another site': { headers: { cookie, 'sec-fetch-site': 'cross-site' } },
    'the cookie, from nowhere': { headers: { cookie } },
  } as Record<string, Credential>
}

test.group('doors to roles, sessions, second factors and passwords', (group) => {
  group.each.timeout(60_000)

  test('stay shut for credentials that are none', async ({ assert }) => {
    const scene = await stage()
    const before = await stateOf(scene.owner)
    const doors = [...(await ownDoors(scene.sessionId, scene.secret)), ...teamDoors(scene)]
    for (const [what, credential] of Object.entries(await worthless(scene))) {
      for (const { method, path, body } of doors) {
        const { status } = await call(method, path, { ...credential, body: body ?? {} })
        assert.oneOf(status, [401, 403], `${method} ${path} with ${what}`)
      }
    }
    assert.equal(await stateOf(scene.owner), before)
  })

  test('stay shut for other people: strangers, lower roles, members who were removed', async ({ assert }) => {
    const scene = await stage()
    const { owner } = scene
    const removed = await createMember(owner, 'OWNER')
    await rows(db.connection(), 'delete from org_members where org_id = ? and user_id = ?', [
      owner.orgId,
      removed.userId,
    ])
    const people = [await createMerchant(), removed]
    for (const role of ['VIEWER', 'MEMBER'] as const) people.push(await createMember(owner, role))
    const before = await stateOf(owner)
    for (const { token } of people) {
      for (const { method, path, body } of teamDoors(scene)) {
        const { status } = await call(method, path, { token, body: body ?? {} })
        assert.equal(status, 403, `${method} ${path}`)
      }
      const theirs = await call('DELETE', `${ME}/sessions/${scene.sessionId}`, { token })
      assert.equal(theirs.status, 404)
      const invited = { token: await mailedToken(scene.guest, 'invites you') }
      const joined = await call('POST', '/v1/dashboard/invites/accept', { token, body: invited })
      assert.equal(joined.status, 403)
    }
    assert.equal(await stateOf(owner), before)
  })

  test('an ADMIN opens none that leads to an OWNER', async ({ assert }) => {
    const scene = await stage()
    const { owner, member } = scene
    const before = await stateOf(owner)
    for (const { method, path, body } of teamDoors(scene).filter(
      ({ path }) => !path.includes(scene.inviteId)
    )) {
      const { status } = await call(method, path, { token: member.token, body: body ?? {} })
      assert.equal(status, 403, `${method} ${path}`)
    }
    assert.equal(await stateOf(owner), before)
  })

  test('the same doors open for the OWNER, so the refusals above mean something', async ({ assert }) => {
    const scene = await stage()
    const token = await signAccessToken(scene.owner.userId, Date.now(), 1)
    for (const { method, path, body } of teamDoors(scene).slice(0, 2)) {
      assert.equal((await call(method, path, { token, body })).status, 200, `${method} ${path}`)
    }
    const ended = await call('DELETE', `${ME}/sessions/${scene.sessionId}`, { token })
    assert.equal(ended.status, 200)
  })
})
