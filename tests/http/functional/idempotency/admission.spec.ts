import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import type { Role } from '#orgs/rules/roles'
import { KEPT_MS } from '#http/idempotency'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { call, type Answer } from '#tests/testkit/api'
import { createApiKey, createMerchant, type Merchant } from '#tests/testkit/merchant'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMember } from '#tests/testkit/team'

const setRole = (org: Merchant, member: Merchant, role: Role) =>
  rows(db.connection(), 'update org_members set role = ? where org_id = ? and user_id = ?', [
    role,
    org.orgId,
    member.userId,
  ])
const expel = (org: Merchant, member: Merchant) =>
  rows(db.connection(), 'delete from org_members where org_id = ? and user_id = ?', [
    org.orgId,
    member.userId,
  ])
const replayed = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true'

/** One write for each kind of scope, with the code that a removed member gets. */
async function writes(org: Merchant) {
  const [license] = await seedLicenses(org, 1)
  const key = await createApiKey(org, ['license:read'])
  return [
    ['POST', `/v1/dashboard/orgs/${org.orgId}/invites`, inviteBody(), 'FORBIDDEN'],
    [
      'POST',
      `/v1/dashboard/products/${org.productId}/api-keys`,
      { name: 'Mine', permissions: ['license:read'] },
      'PRODUCT_NOT_FOUND',
    ],
    ['POST', `/v1/dashboard/api-keys/${key.id}/rotate`, {}, 'NOT_FOUND'],
    ['POST', `/v1/dashboard/licenses/${license.id}/revoke`, {}, 'LICENSE_NOT_FOUND'],
    ['POST', `/v1/dashboard/orgs/${org.orgId}/licenses/freeze`, { licenseIds: [license.id] }, 'FORBIDDEN'],
  ] as const
}

const inviteBody = () => ({ email: `${newId()}@example.com`, role: 'VIEWER' })

test.group('replays and roles', () => {
  test('a replay needs the role of the first request, and works again once it is back', async ({
    assert,
  }) => {
    const org = await createMerchant()
    const member = await createMember(org, 'ADMIN')
    for (const [method, path, body, denial] of await writes(org)) {
      const headers = { 'idempotency-key': newId() }
      const send = () => call(method, path, { token: member.token, body, headers })
      const first = await send()
      assert.include([200, 201, 202], first.status, path)
      await setRole(org, member, 'VIEWER')
      const demoted = await send()
      assert.equal(demoted.body.error?.code, 'INSUFFICIENT_SCOPE', path)
      assert.isFalse(replayed(demoted))
      await expel(org, member)
      const removed = await send()
      assert.equal(removed.body.error?.code, denial, path)
      assert.isFalse(replayed(removed))
      await rows(
        db.connection(),
        `insert into org_members (org_id, user_id, role, created_at) values (?, ?, 'ADMIN', now())`,
        [org.orgId, member.userId]
      )
      const back = await send()
      assert.isTrue(replayed(back), path)
      assert.deepEqual(back.body, first.body)
    }
  })

  test('what a request deleted, it still gets as a replay', async ({ assert }) => {
    const org = await createMerchant()
    const [license] = await seedLicenses(org, 1)
    const empty = await createMerchant()
    await rows(db.connection(), 'delete from products where id = ?', [empty.productId])
    const paths: [Merchant, string][] = [
      [org, `/v1/dashboard/licenses/${license.id}`],
      [org, `/v1/dashboard/products/${org.productId}`],
      [empty, `/v1/dashboard/orgs/${empty.orgId}`],
    ]
    for (const [{ token }, path] of paths) {
      const headers = { 'idempotency-key': newId() }
      const first = await call('DELETE', path, { token, headers })
      assert.equal(first.status, 200, path)
      const again = await call('DELETE', path, { token, headers })
      assert.isTrue(replayed(again), path)
      assert.deepEqual(again.body, first.body)
    }
  })

  test('what a request deleted is not replayed after 24 hours, also where no worker has run since', async ({
    assert,
  }) => {
    const org = await createMerchant()
    const [license] = await seedLicenses(org, 1)
    const key = newId()
    const remove = () =>
      call('DELETE', `/v1/dashboard/licenses/${license.id}`, {
        token: org.token,
        headers: { 'idempotency-key': key },
      })
    const age = (ms: number) =>
      rows(db.connection(), 'update idempotency_keys set created_at = ? where key = ?', [
        new Date(Date.now() - ms),
        key,
      ])
    assert.equal((await remove()).status, 200)
    await age(KEPT_MS - 60_000)
    assert.isTrue(replayed(await remove()))
    await age(KEPT_MS + 1000)
    const late = await remove()
    assert.isFalse(replayed(late))
    assert.equal(late.body.error?.code, 'LICENSE_NOT_FOUND')
  })

  test('an OWNER who steps down gets the replay of that, and of nothing that needs more', async ({
    assert,
  }) => {
    const org = await createMerchant()
    const other = await createMember(org, 'OWNER')
    const { token } = other
    const [before, own] = [{ 'idempotency-key': newId() }, { 'idempotency-key': newId() }]
    const rename = () =>
      call('PATCH', `/v1/dashboard/orgs/${org.orgId}`, { token, headers: before, body: { name: 'New' } })
    const stepDown = () =>
      call('PATCH', `/v1/dashboard/orgs/${org.orgId}/members/${other.userId}`, {
        token,
        headers: own,
        body: { role: 'VIEWER' },
      })
    assert.equal((await rename()).status, 200)
    assert.equal((await stepDown()).status, 200)
    assert.isTrue(replayed(await stepDown()))
    assert.equal((await rename()).body.error.code, 'INSUFFICIENT_SCOPE')
  })
})
