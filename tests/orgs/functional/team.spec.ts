import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import type { Role } from '#orgs/rules/roles'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { lowered } from '#tests/testkit/limits'
import { mailedToken } from '#tests/testkit/mails'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { createMember } from '#tests/testkit/team'

const members = ({ orgId }: Merchant) => `/v1/dashboard/orgs/${orgId}/members`
const invites = ({ orgId }: Merchant) => `/v1/dashboard/orgs/${orgId}/invites`
const setRole = (org: Merchant, by: Merchant, who: Merchant, role: unknown) =>
  call('PATCH', `${members(org)}/${who.userId}`, { token: by.token, body: { role } })
const remove = (org: Merchant, by: Merchant, who: Merchant) =>
  call('DELETE', `${members(org)}/${who.userId}`, { token: by.token })
const invite = (by: Merchant, email: string, role: Role = 'MEMBER', org = by) =>
  call('POST', invites(org), { token: by.token, body: { email, role } })
const accept = (by: Merchant, token: string) =>
  call('POST', '/v1/dashboard/invites/accept', { token: by.token, body: { token } })
const eventsOf = ({ orgId }: Merchant) =>
  rows<{ name: string; data: object }>(
    db.connection(),
    `select name, data from outbox_events where org_id = ? and name like 'team.%' order by id`,
    [orgId]
  )
const ownersOf = async (org: Merchant) => {
  const list = await rows<{ n: number }>(
    db.connection(),
    `select count(*)::int n from org_members where org_id = ? and role = 'OWNER'`,
    [org.orgId]
  )
  return list[0].n
}

test.group('members', () => {
  test('are listed, change roles and leave', async ({ assert }) => {
    const owner = await createMerchant()
    const member = await createMember(owner, 'VIEWER')
    const list = await call('GET', members(owner), { token: member.token })
    assert.lengthOf(list.body.data.members, 2)
    assert.sameMembers(Object.keys(list.body.data.members[0]), [
      ...['id', 'userId', 'email', 'firstName', 'lastName', 'role', 'createdAt'],
    ])
    const changed = await setRole(owner, owner, member, 'ADMIN')
    assert.deepInclude(changed.body.data.member, { userId: member.userId, role: 'ADMIN' })
    const removed = await remove(owner, owner, member)
    assert.deepEqual(removed.body.data, { id: member.userId })
    const after = await call('GET', members(owner), { token: member.token })
    assert.equal(after.body.error.code, 'FORBIDDEN')
    assert.deepEqual(await eventsOf(owner), [
      { name: 'team.member_removed', data: { orgId: owner.orgId, userId: member.userId } },
    ])
  })

  test('only OWNERs touch owners', async ({ assert }) => {
    const owner = await createMerchant()
    const [admin, member] = [await createMember(owner, 'ADMIN'), await createMember(owner, 'MEMBER')]
    const answers = [
      await setRole(owner, admin, owner, 'MEMBER'),
      await setRole(owner, admin, member, 'OWNER'),
      await remove(owner, admin, owner),
      await invite(admin, `${newId()}@example.com`, 'OWNER', owner),
      await setRole(owner, member, admin, 'VIEWER'),
    ]
    for (const { status, body } of answers) {
      assert.equal(status, 403)
      assert.equal(body.error.code, 'INSUFFICIENT_SCOPE')
    }
    assert.equal((await setRole(owner, admin, member, 'ADMIN')).status, 200)
    assert.equal((await setRole(owner, owner, member, 'OWNER')).status, 200)
  })

  test('everybody may leave by himself, whatever his role, and nobody else for him')
    .with(['VIEWER', 'MEMBER', 'ADMIN', 'OWNER'] as const)
    .run(async ({ assert }, role) => {
      const owner = await createMerchant()
      const [member, viewer] = [await createMember(owner, role), await createMember(owner, 'VIEWER')]
      assert.equal((await remove(owner, viewer, member)).body.error.code, 'INSUFFICIENT_SCOPE')
      const headers = { 'idempotency-key': newId() }
      const path = `${members(owner)}/${member.userId.toUpperCase()}`
      const left = await call('DELETE', path, { token: member.token, headers })
      assert.equal(left.status, 200)
      assert.deepEqual(left.body.data, { id: member.userId })
      const again = await call('DELETE', path, { token: member.token, headers })
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      assert.deepEqual(again.body, left.body)
      assert.equal((await remove(owner, member, member)).body.error.code, 'FORBIDDEN')
      assert.deepEqual(await eventsOf(owner), [
        { name: 'team.member_removed', data: { orgId: owner.orgId, userId: member.userId } },
      ])
      const log = await call('GET', `/v1/dashboard/orgs/${owner.orgId}/audit-log`, { token: owner.token })
      assert.containSubset(log.body.data.entries, [
        { action: 'team.member_removed', subjectId: member.userId, actor: { id: member.userId } },
      ])
    })

  test('50 times: two OWNERs who leave at once leave one behind', async ({ assert }) => {
    const owner = await createMerchant()
    const other = await createMember(owner, 'OWNER')
    for (let round = 0; round < 50; round++) {
      const answers = await Promise.all([remove(owner, owner, owner), remove(owner, other, other)])
      assert.sameMembers(
        answers.map(({ status }) => status),
        [200, 409]
      )
      assert.equal(await ownersOf(owner), 1)
      const gone = answers[0].status === 200 ? owner : other
      await rows(
        db.connection(),
        `insert into org_members (org_id, user_id, role, created_at) values (?, ?, 'OWNER', now())`,
        [owner.orgId, gone.userId]
      )
    }
  })
    .timeout(60_000)
    .tags(['@once'])

  test('the last OWNER stays: CONFLICT', async ({ assert }) => {
    const owner = await createMerchant()
    for (const answer of [await setRole(owner, owner, owner, 'ADMIN'), await remove(owner, owner, owner)]) {
      assert.equal(answer.status, 409)
      assert.equal(answer.body.error.code, 'CONFLICT')
    }
    assert.equal((await setRole(owner, owner, owner, 'OWNER')).status, 200)
  })

  test('50 times: two OWNERs who throw each other out at once leave one', async ({ assert }) => {
    const owner = await createMerchant()
    const other = await createMember(owner, 'OWNER')
    for (let round = 0; round < 50; round++) {
      const answers = await Promise.all([
        setRole(owner, owner, other, 'ADMIN'),
        round % 2 ? setRole(owner, other, owner, 'ADMIN') : setRole(owner, other, other, 'ADMIN'),
        setRole(owner, owner, owner, 'ADMIN'),
      ])
      assert.isTrue(answers.every(({ status }) => [200, 403, 409].includes(status)))
      assert.equal(await ownersOf(owner), 1)
      await rows(db.connection(), `update org_members set role = 'OWNER' where org_id = ?`, [owner.orgId])
    }
  })
    .timeout(60_000)
    .tags(['@once'])

  test('somebody who is no member is NOT_FOUND, an unknown role VALIDATION_ERROR', async ({ assert }) => {
    const [owner, stranger] = [await createMerchant(), await createMerchant()]
    assert.equal((await setRole(owner, owner, stranger, 'ADMIN')).body.error.code, 'NOT_FOUND')
    assert.equal((await remove(owner, owner, stranger)).body.error.code, 'NOT_FOUND')
    assert.equal((await setRole(owner, owner, owner, 'KING')).body.error.details![0].field, 'role')
  })
})

test.group('invites', () => {
  test('go out by mail and are accepted once', async ({ assert }) => {
    const [owner, guest] = [await createMerchant(), await createMerchant()]
    const sent = await invite(owner, guest.email.toUpperCase())
    assert.equal(sent.status, 201)
    const { invite: shown } = sent.body.data
    assert.sameMembers(Object.keys(shown), [
      ...['id', 'orgId', 'email', 'role', 'invitedBy', 'createdAt', 'expiresAt', 'acceptedAt'],
    ])
    const token = await mailedToken(guest.email, 'invites you')
    assert.notInclude(JSON.stringify(sent.body), token)
    const list = await call('GET', invites(owner), { token: owner.token })
    assert.deepEqual(list.body.data.invites, [shown])
    const joined = await accept(guest, token)
    assert.equal(joined.status, 200)
    assert.deepInclude(joined.body.data.member, { userId: guest.userId, role: 'MEMBER' })
    assert.equal((await accept(guest, token)).body.error.code, 'CONFLICT')
    assert.deepEqual(await eventsOf(owner), [
      { name: 'team.member_added', data: { orgId: owner.orgId, userId: guest.userId, role: 'MEMBER' } },
    ])
    const withdrawn = await call('DELETE', `${invites(owner)}/${shown.id}`, { token: owner.token })
    assert.equal(withdrawn.body.error.code, 'CONFLICT')
  })

  test('50 times: five simultaneous acceptances join once', async ({ assert }) => {
    using _ = lowered({ invitesPerHour: -1, invitesPerAddressAndDay: -1 })
    const owner = await createMerchant()
    const guest = await createMerchant()
    for (let round = 0; round < 50; round++) {
      await invite(owner, guest.email)
      const token = await mailedToken(guest.email, 'invites you')
      const answers = await Promise.all(Array.from({ length: 5 }, () => accept(guest, token)))
      assert.lengthOf(
        answers.filter(({ status }) => status === 200),
        1
      )
      assert.lengthOf(
        answers.filter(({ body }) => body.error?.code === 'CONFLICT'),
        4
      )
      await rows(db.connection(), 'delete from org_members where org_id = ? and user_id = ?', [
        owner.orgId,
        guest.userId,
      ])
    }
    assert.lengthOf(await eventsOf(owner), 50)
  })
    .timeout(60_000)
    .tags(['@once'])

  test('every way not to join', async ({ assert }) => {
    using _ = lowered({ invitesPerAddressAndDay: -1 })
    const [owner, guest, other] = [await createMerchant(), await createMerchant(), await createMerchant()]
    const { id } = (await invite(owner, guest.email)).body.data.invite
    const token = await mailedToken(guest.email, 'invites you')
    assert.equal((await accept(other, token)).body.error.code, 'FORBIDDEN')
    assert.equal((await accept(guest, 'unknown')).body.error.code, 'NOT_FOUND')
    assert.equal((await invite(owner, guest.email)).body.error.code, 'CONFLICT')
    await rows(db.connection(), 'update invites set expires_at = now() where id = ?', [id])
    const gone = await accept(guest, token)
    assert.equal(gone.status, 410)
    assert.equal(gone.body.error.code, 'GONE')
    const again = await invite(owner, guest.email)
    assert.equal(again.status, 201)
    const path = `${invites(owner)}/${again.body.data.invite.id}`
    assert.equal((await call('DELETE', path, { token: owner.token })).status, 200)
    assert.equal((await call('DELETE', path, { token: owner.token })).body.error.code, 'NOT_FOUND')
    assert.equal((await invite(owner, owner.email)).body.error.code, 'CONFLICT')
    assert.equal((await invite(owner, 'no address')).body.error.details![0].field, 'email')
  })
})
