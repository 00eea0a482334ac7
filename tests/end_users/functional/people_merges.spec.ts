import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { quotas } from '#config/quotas'
import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { createCustomer, createEndUser } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { lockWaits } from '#tests/testkit/lock_waits'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'

const people = ({ orgId }: Merchant) => `/v1/dashboard/orgs/${orgId}/end-users`

function merge(merchant: Merchant, id: string, fromId: string, more: object = {}) {
  return call('POST', `${people(merchant)}/${id}/merge`, { token: merchant.token, body: { fromId, ...more } })
}

function ownersOf({ orgId }: Merchant) {
  return rows<{ id: string; owner: string | null }>(
    db.connection(),
    `select id, end_user_id as owner from licenses where org_id = ? order by id`,
    [orgId]
  )
}

async function scene(licenses: number) {
  const merchant = await createMerchant()
  const [target, source] = [await createCustomer(merchant), await createCustomer(merchant)]
  const seeded = await seedLicenses(merchant, licenses)
  const sql = `update licenses set end_user_id = ? where id = any(?::uuid[])`
  await rows(db.connection(), sql, [source.id, seeded.map(({ id }) => id)])
  return { merchant, target, source }
}

/** contract/09-end-users#96-the-merchants-side */
test.group('merging end users', () => {
  test('moves licenses with their timeline, and ends the source', async ({ assert }) => {
    const { merchant, target, source } = await scene(3)
    const { orgId, token } = merchant
    const answer = await merge(merchant, target.id, source.id)
    assert.equal(answer.status, 200)
    assert.containSubset(answer.body.data.endUser, { id: target.id, email: target.email, licenseCount: 3 })
    assert.notProperty(answer.body.data, 'operation')
    for (const { owner } of await ownersOf(merchant)) assert.equal(owner, target.id)
    const gone = (await call('GET', `${people(merchant)}/${source.id}`, { token })).body.data.endUser
    assert.containSubset(gone, { mergedInto: target.id, email: null, sessions: [], licenseCount: 0 })
    assert.equal(
      (await call('GET', '/v1/enduser/me', { token: source.token })).body.error.code,
      'UNAUTHORIZED'
    )
    assert.equal((await call('GET', '/v1/enduser/me', { token: target.token })).status, 200)
    const events = await rows<{ name: string; data: object }>(
      db.connection(),
      `select name, data from outbox_events where org_id = ? and name in ('end_user.merged', 'license.updated') order by id`,
      [orgId]
    )
    assert.lengthOf(events, 4)
    assert.deepEqual(events.at(-1), {
      name: 'end_user.merged',
      data: { endUserId: target.id, fromId: source.id },
    })
    const timeline = await rows<{ data: { before: object } }>(
      db.connection(),
      `select data from license_events where org_id = ? and type = 'license.updated'`,
      [orgId]
    )
    assert.lengthOf(timeline, 3)
    for (const { data } of timeline) assert.deepEqual(data.before, { endUserId: source.id })
    const mails = await rows<{ count: number }>(db.connection(), `select count(*)::int as count from mails`)
    assert.isAtLeast(mails[0].count, 2)
  })

  test('of more than a thousand licenses is an operation that ends with the same result', async ({
    assert,
  }) => {
    const { merchant, target, source } = await scene(1001)
    const answer = await merge(merchant, target.id, source.id)
    assert.equal(answer.status, 202)
    const { operation, endUser } = answer.body.data
    assert.equal(
      answer.headers.get('location'),
      `/v1/dashboard/orgs/${merchant.orgId}/operations/${operation.id}`
    )
    assert.equal(endUser.licenseCount, 0)
    assert.containSubset(operation, {
      type: 'end_users.merge',
      params: { fromId: source.id, endUserId: target.id },
    })
    assert.containSubset(await runToEnd(operation.id), { status: 'completed', succeeded: 1001, failed: 0 })
    await runToEnd(operation.id)
    for (const { owner } of await ownersOf(merchant)) assert.equal(owner, target.id)
    const [{ count }] = await rows<{ count: number }>(
      db.connection(),
      `select count(*)::int as count from license_events where org_id = ? and type = 'license.updated'`,
      [merchant.orgId]
    )
    assert.equal(count, 1001)
  })

  test('by operation gives the licenses to who has everything in the end', async ({ assert }) => {
    const { merchant, target, source } = await scene(1001)
    const { operation } = (await merge(merchant, target.id, source.id)).body.data
    const last = await createEndUser(merchant)
    assert.equal((await merge(merchant, last.id, target.id)).status, 200)
    await runToEnd(operation.id)
    for (const { owner } of await ownersOf(merchant)) assert.equal(owner, last.id)
    const chain = (await call('GET', `${people(merchant)}/${source.id}`, { token: merchant.token })).body.data
    assert.equal(chain.endUser.mergedInto, last.id)
  })

  test('by operation leaves licenses to the erasure of who has everything in the end: {$self}')
    .with(['keep', 'revoke', 'delete'] as const)
    .run(async ({ assert }, fate) => {
      const { merchant, target, source } = await scene(1001)
      const { orgId, token } = merchant
      await rows(
        db.connection(),
        `insert into license_bindings (license_id, kind, value, first_seen_at, last_seen_at)
         select id, 'IP', '192.0.2.7', now(), now() from licenses where org_id = ?`,
        [orgId]
      )
      const { operation } = (await merge(merchant, target.id, source.id)).body.data
      const last = await createEndUser(merchant)
      await merge(merchant, last.id, target.id)
      const erased = await call('DELETE', `${people(merchant)}/${last.id}?licenses=${fate}`, { token })
      assert.equal(erased.status, 202)
      await runToEnd(operation.id)
      const path = `/v1/dashboard/orgs/${orgId}/operations/${operation.id}`
      const { progress, result } = (await call('GET', path, { token })).body.data.operation
      assert.containSubset({ ...progress, ...result }, { succeeded: 0, failedBy: { CONFLICT: 1001 } })
      assert.isString((await call('GET', `${path}/items`, { token })).body.data.items[0].key)
      await runToEnd(erased.body.data.operation.id)
      const left = await rows<{ owner: string | null; status: string; bound: boolean }>(
        db.connection(),
        `select end_user_id as owner, status, exists (select from license_bindings b where b.license_id = l.id) as bound
         from licenses l where org_id = ?`,
        [orgId]
      )
      assert.lengthOf(left, fate === 'delete' ? 0 : 1001)
      const status = fate === 'revoke' ? 'REVOKED' : 'ACTIVE'
      for (const one of left) assert.deepEqual(one, { owner: null, status, bound: false })
    })

  test('by operation waits for a merge of its target, which is not seen yet', async ({ assert }) => {
    const { merchant, target, source } = await scene(1001)
    const { operation } = (await merge(merchant, target.id, source.id)).body.data
    const last = await createEndUser(merchant)
    const merging = await db.transaction()
    await rows(merging, 'select id from end_users where id = ? for no key update', [target.id])
    await rows(merging, 'update end_users set merged_into = ? where id = ?', [last.id, target.id])
    const running = runToEnd(operation.id)
    await lockWaits(1, '%end_users%').finally(() => merging.commit())
    await running
    for (const { owner } of await ownersOf(merchant)) assert.equal(owner, last.id)
  })

  test('in both directions at once leaves one of the two', async ({ assert }) => {
    const { merchant, target, source } = await scene(2)
    const answers = await Promise.all([
      merge(merchant, target.id, source.id),
      merge(merchant, source.id, target.id),
    ])
    assert.sameMembers(
      answers.map(({ status }) => status),
      [200, 409]
    )
    const { id } = answers.find(({ status }) => status === 200)!.body.data.endUser
    for (const { owner } of await ownersOf(merchant)) assert.equal(owner, id)
  })

  test('needs two people of the org who are still there', async ({ assert }) => {
    const { merchant, target, source } = await scene(0)
    const stranger = await createEndUser(await createMerchant())
    const code = async (id: string, fromId: string) => (await merge(merchant, id, fromId)).body.error?.code
    assert.equal(await code(target.id, stranger.id), 'USER_NOT_FOUND')
    assert.equal(await code(stranger.id, target.id), 'USER_NOT_FOUND')
    assert.equal(await code(target.id, newId()), 'USER_NOT_FOUND')
    assert.equal(await code(target.id, target.id), 'VALIDATION_ERROR')
    assert.isUndefined(await code(target.id, source.id))
    assert.equal(await code(target.id, source.id), 'CONFLICT')
    assert.equal(await code(source.id, target.id), 'CONFLICT')
  })

  test('with two external ids asks which one stays', async ({ assert }) => {
    const { merchant, target, source } = await scene(0)
    for (const one of [target, source]) {
      await rows(db.connection(), `update end_users set external_id = id::text where id = ?`, [one.id])
    }
    const { error } = (await merge(merchant, target.id, source.id)).body
    assert.equal(error.code, 'CONFLICT')
    assert.include(JSON.stringify(error.details), source.id)
    const kept = await merge(merchant, target.id, source.id, { keep: 'target' })
    assert.equal(kept.body.data.endUser.externalId, target.id)
  })

  test('that needs an operation is refused while the org has too many', async ({ assert, cleanup }) => {
    const { merchant, target, source } = await scene(1001)
    const before = quotas.openOperationsPerOrg
    cleanup(() => void (quotas.openOperationsPerOrg = before))
    quotas.openOperationsPerOrg = 0
    assert.equal((await merge(merchant, target.id, source.id)).body.error.code, 'LIMIT_REACHED')
    for (const { owner } of await ownersOf(merchant)) assert.equal(owner, source.id)
    assert.equal((await call('GET', '/v1/enduser/me', { token: source.token })).status, 200)
  })

  test('lifts no ban: that of the {who} is that of the target, with its reason')
    .with([
      { who: 'target', reason: 'fraud' },
      { who: 'source', reason: 'fraud' },
      { who: 'both', reason: 'of the target' },
    ])
    .run(async ({ assert }, { who, reason }) => {
      const { merchant, target, source } = await scene(1)
      const { token, orgId } = merchant
      const ban = (id: string, why: string) =>
        call('POST', `${people(merchant)}/${id}/ban`, { token, body: { reason: why } })
      if (who !== 'target') await ban(source.id, 'fraud')
      if (who !== 'source') await ban(target.id, reason)
      const { endUser } = (await merge(merchant, target.id, source.id)).body.data
      assert.containSubset(endUser, { banned: true, banReason: reason, sessions: [], licenseCount: 1 })
      const me = await call('GET', '/v1/enduser/me', { token: target.token })
      assert.equal(me.body.error.code, 'USER_BANNED')
      const told = await rows(
        db.connection(),
        `select (select count(*)::int from outbox_events where org_id = ? and name = 'end_user.banned'
             and data ->> 'endUserId' = ?) as events,
           (select count(*)::int from audit_entries where org_id = ? and action = 'end_user.banned'
             and subject_id = ?) as entries`,
        [orgId, target.id, orgId, target.id]
      )
      assert.deepEqual(told, [{ events: 1, entries: 1 }])
      assert.equal((await call('POST', `${people(merchant)}/${target.id}/unban`, { token })).status, 200)
    })

  test('waits until a planned erasure is called off: {$self}')
    .with(['endUserId', 'fromId'])
    .run(async ({ assert }, field) => {
      const { merchant, target, source } = await scene(1)
      const who = field === 'fromId' ? source : target
      const dueAt = new Date(Date.now() + 86_400_000)
      await rows(db.connection(), `update end_users set erase_at = ? where id = ?`, [dueAt, who.id])
      const { error } = (await merge(merchant, target.id, source.id)).body
      const message = `The erasure is due on ${dueAt.toISOString()}`
      assert.containSubset(error, { code: 'CONFLICT', details: [{ field, message }] })
      assert.equal((await ownersOf(merchant))[0].owner, source.id)
      assert.equal((await call('DELETE', '/v1/enduser/me/erasure', { token: who.token })).status, 200)
      assert.equal((await merge(merchant, target.id, source.id)).status, 200)
    })
})
