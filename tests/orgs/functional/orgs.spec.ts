import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { lockWaits } from '#tests/testkit/lock_waits'
import { createMerchant } from '#tests/testkit/merchant'
import { createMember } from '#tests/testkit/team'

test.group('orgs', () => {
  test('can be made, renamed and, once empty, deleted', async ({ assert }) => {
    const { token } = await createMerchant()
    const created = await call('POST', '/v1/dashboard/orgs', { token, body: { name: ' Second ' } })
    assert.equal(created.status, 201)
    const { org } = created.body.data
    assert.sameMembers(Object.keys(org), ['id', 'name', 'role', 'ssoRequired', 'suspended', 'createdAt'])
    assert.deepInclude(org, { name: 'Second', role: 'OWNER', suspended: false })
    const path = `/v1/dashboard/orgs/${org.id}`
    const renamed = await call('PATCH', path, { token, body: { name: 'Third' } })
    assert.equal(renamed.body.data.org.name, 'Third')
    const deleted = await call('DELETE', path, { token })
    assert.deepEqual(deleted.body.data, { id: org.id })
    assert.equal((await call('PATCH', path, { token, body: { name: 'x' } })).body.error.code, 'ORG_NOT_FOUND')
  })

  test('an org that is deleted while it is renamed: ORG_NOT_FOUND, and no trace of a new name', async ({
    assert,
  }) => {
    const { token } = await createMerchant()
    const { org } = (await call('POST', '/v1/dashboard/orgs', { token, body: { name: 'Second' } })).body.data
    const deleting = await db.transaction()
    await rows(deleting, 'delete from orgs where id = ?', [org.id])
    const renaming = call('PATCH', `/v1/dashboard/orgs/${org.id}`, { token, body: { name: 'Third' } })
    await lockWaits(1)
    await deleting.commit()
    assert.equal((await renaming).body.error?.code, 'ORG_NOT_FOUND')
    const traces = `select from audit_entries where org_id = ? and action = 'org.renamed'`
    assert.isEmpty(await rows(db.connection(), traces, [org.id]))
  })

  test('an OWNER who is demoted while the org is being deleted deletes nothing', async ({ assert }) => {
    const { token, userId } = await createMerchant()
    const { org } = (await call('POST', '/v1/dashboard/orgs', { token, body: { name: 'Second' } })).body.data
    const demoting = await db.transaction()
    await rows(demoting, 'select from orgs where id = ? for no key update', [org.id])
    const deleting = call('DELETE', `/v1/dashboard/orgs/${org.id}`, { token })
    await lockWaits(1)
    const demoted = `update org_members set role = 'ADMIN' where org_id = ? and user_id = ?`
    await rows(demoting, demoted, [org.id, userId])
    await demoting.commit()
    assert.equal((await deleting).body.error?.code, 'INSUFFICIENT_SCOPE')
    const orgs = (await call('GET', '/v1/dashboard/orgs', { token })).body.data.orgs
    assert.containSubset(orgs, [{ id: org.id, role: 'ADMIN' }])
  })

  test('an org with products is CONFLICT', async ({ assert }) => {
    const { token, orgId } = await createMerchant()
    const answer = await call('DELETE', `/v1/dashboard/orgs/${orgId}`, { token })
    assert.equal(answer.status, 409)
    assert.equal(answer.body.error.code, 'CONFLICT')
  })

  test('a bad name is refused')
    .with(['', '   ', 'x'.repeat(101), 5, null, ['a']])
    .run(async ({ assert }, name) => {
      const { token } = await createMerchant()
      const answer = await call('POST', '/v1/dashboard/orgs', { token, body: { name } })
      assert.equal(answer.status, 400)
      assert.equal(answer.body.error.details![0].field, 'name')
    })

  test('unknown: ORG_NOT_FOUND; of others: FORBIDDEN; no UUID: VALIDATION_ERROR', async ({ assert }) => {
    const [mine, theirs] = [await createMerchant(), await createMerchant()]
    const codeOf = async (id: string) =>
      (await call('GET', `/v1/dashboard/orgs/${id}/members`, { token: mine.token })).body.error.code
    assert.equal(await codeOf(newId()), 'ORG_NOT_FOUND')
    assert.equal(await codeOf(theirs.orgId), 'FORBIDDEN')
    assert.equal(await codeOf('my-org'), 'VALIDATION_ERROR')
  })
})

test.group('active org and profile', () => {
  test('the only org is active; with two it must be chosen', async ({ assert }) => {
    const { token, orgId } = await createMerchant()
    const overview = () => call('GET', '/v1/dashboard/overview', { token })
    const first = await overview()
    assert.equal(first.status, 200)
    assert.deepEqual(first.body.data, {
      orgId,
      licenses: { total: 0, byStatus: { PENDING: 0, ACTIVE: 0, EXPIRED: 0, REVOKED: 0, SUSPENDED: 0 } },
      operations: [],
      webhooks: { endpoints: 0, enabled: 0, failing: 0, pending: 0 },
    })
    const second = await call('POST', '/v1/dashboard/orgs', { token, body: { name: 'Second' } })
    assert.equal((await overview()).body.error.code, 'NO_ACTIVE_ORG')
    const body = { orgId: second.body.data.org.id }
    const chosen = await call('POST', '/v1/dashboard/active-org', { token, body })
    assert.equal(chosen.body.data.org.id, body.orgId)
    assert.equal((await overview()).body.data.orgId, body.orgId)
  })

  test('an org that is unknown or of others cannot be chosen', async ({ assert }) => {
    const [mine, theirs] = [await createMerchant(), await createMerchant()]
    const choose = async (orgId: unknown) =>
      (await call('POST', '/v1/dashboard/active-org', { token: mine.token, body: { orgId } })).body.error.code
    assert.equal(await choose(newId()), 'ORG_NOT_FOUND')
    assert.equal(await choose(theirs.orgId), 'FORBIDDEN')
    assert.equal(await choose('x'), 'VALIDATION_ERROR')
  })

  test('the profile takes its own fields and nothing else', async ({ assert }) => {
    const { token } = await createMerchant()
    const patch = (body: object) => call('PATCH', '/v1/dashboard/me/profile', { token, body })
    const changed = await patch({
      newsletterSubscribed: true,
      firstName: 'Ada',
    })
    assert.equal((await patch({ platformAdmin: true, email: 'x@y.z' })).status, 400)
    assert.equal(changed.status, 200)
    assert.deepInclude(changed.body.data.user, {
      newsletterSubscribed: true,
      firstName: 'Ada',
      lastName: null,
      platformAdmin: false,
    })
    assert.isNull((await patch({ firstName: null })).body.data.user.firstName)
    const bad = await patch({ newsletterSubscribed: 'yes' })
    assert.equal(bad.body.error.details![0].field, 'newsletterSubscribed')
  })
})

test.group('audit log', () => {
  test('tells who did what from where, newest first, by pages', async ({ assert }) => {
    const merchant = await createMerchant()
    const { token, orgId, userId, email } = merchant
    const headers = { 'x-request-id': `audit_${newId()}` }
    const path = `/v1/dashboard/orgs/${orgId}`
    await call('PATCH', path, { token, body: { name: 'One' }, headers })
    await call('PATCH', path, { token, body: { name: 'Two' }, headers })
    const first = await call('GET', `${path}/audit-log?limit=1`, { token })
    assert.equal(first.status, 200)
    const [entry] = first.body.data.entries
    assert.deepInclude(entry, { action: 'org.renamed', subjectId: orgId, data: { name: 'Two' } })
    assert.deepEqual(entry.actor, { type: 'user', id: userId, email })
    assert.equal(entry.requestId, headers['x-request-id'])
    assert.isString(entry.ip)
    const next = await call('GET', `${path}/audit-log?limit=1&cursor=${first.body.data.nextCursor}`, {
      token,
    })
    assert.deepInclude(next.body.data.entries[0], { data: { name: 'One' } })
    const last = await call('GET', `${path}/audit-log?limit=1&cursor=${next.body.data.nextCursor}`, {
      token,
    })
    assert.deepInclude(last.body.data.entries[0], { action: 'product.created' })
    assert.isNull(last.body.data.nextCursor)
    const bad = await call('GET', `${path}/audit-log?cursor=nonsense`, { token })
    assert.equal(bad.body.error.code, 'INVALID_CURSOR')
    const viewer = await createMember(merchant, 'VIEWER')
    const low = await call('GET', `${path}/audit-log`, { token: viewer.token })
    assert.equal(low.body.error.code, 'INSUFFICIENT_SCOPE')
  })
})
