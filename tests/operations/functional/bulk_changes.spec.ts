import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { DAY } from '#kernel/time/millis'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'

test.group('bulk changes', () => {
  test('freezing licenses by id answers 202 with the operation and where it stands', async ({
    client,
    assert,
  }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1)
    const response = await client
      .post(`/v1/dashboard/orgs/${merchant.orgId}/licenses/freeze`)
      .bearerToken(merchant.token)
      .json({ licenseIds: [license.id, license.id.toUpperCase()], reason: 'holiday' })
    response.assertStatus(202)
    const { operation } = response.body().data
    assert.equal(
      response.header('location'),
      `/v1/dashboard/orgs/${merchant.orgId}/operations/${operation.id}`
    )
    assert.properties(operation, ['id', 'createdAt'])
    assert.deepEqual(
      { ...operation, id: null, createdAt: null },
      {
        id: null,
        orgId: merchant.orgId,
        productId: null,
        type: 'licenses.freeze',
        status: 'queued',
        dryRun: false,
        params: { reason: 'holiday' },
        progress: { total: 1, processed: 0, succeeded: 0, skipped: 0, failed: 0 },
        result: null,
        error: null,
        createdBy: { type: 'user', id: merchant.userId, email: merchant.email },
        can: { cancel: true, retry: false, undo: false, apply: false, download: false },
        createdAt: null,
        startedAt: null,
        finishedAt: null,
      }
    )
    assert.match(operation.createdAt, /Z$/)
  })

  test('every license gets the outcome that its state asks for', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const other = await createMerchant()
    const good = await seedLicenses(merchant, 2)
    const now = Date.now()
    const [frozen] = await seedLicenses(merchant, 1, { frozenAt: now, pausedSince: now })
    const [revoked] = await seedLicenses(merchant, 1, { status: 'REVOKED' })
    const [foreign] = await seedLicenses(other, 1)
    const unknown = newId()
    const licenseIds = [good[0].id, frozen.id, revoked.id, foreign.id, unknown, good[1].id]
    const started = await client
      .post(`/v1/dashboard/orgs/${merchant.orgId}/licenses/freeze`)
      .bearerToken(merchant.token)
      .json({ licenseIds, reason: 'holiday' })
    const { id } = started.body().data.operation
    await runToEnd(id)

    const base = `/v1/dashboard/orgs/${merchant.orgId}/operations/${id}`
    const shown = (await client.get(base).bearerToken(merchant.token)).body().data.operation
    assert.equal(shown.status, 'completed')
    assert.deepEqual(shown.progress, { total: 6, processed: 6, succeeded: 2, skipped: 1, failed: 3 })
    assert.match(shown.finishedAt, /Z$/)

    const items = (await client.get(`${base}/items`).bearerToken(merchant.token)).body().data
    const message = 'There is no such license in this org'
    assert.deepEqual(items, {
      items: [
        item(1, frozen, 'skipped', 'ALREADY_FROZEN', 'The license is frozen already'),
        item(2, revoked, 'failed', 'CONFLICT', 'Only an ACTIVE license can be frozen; this one is REVOKED'),
        item(3, { id: foreign.id, key: null }, 'failed', 'LICENSE_NOT_FOUND', message),
        item(4, { id: unknown, key: null }, 'failed', 'LICENSE_NOT_FOUND', message),
      ],
      nextCursor: null,
    })
    const timeline = await rows<{ licenseId: string }>(
      db.connection(),
      `select license_id as "licenseId", actor_type, actor_id, reason from license_events
       where operation_id = ? order by license_id`,
      [id]
    )
    assert.deepEqual(
      timeline,
      good
        .map((one) => one.id)
        .sort()
        .map((licenseId) => ({
          licenseId,
          actor_type: 'operation',
          actor_id: id,
          reason: 'holiday',
        }))
    )
    const sent = await rows<{ name: string; data: Record<string, unknown> }>(
      db.connection(),
      'select name, data from outbox_events where org_id = ? and name not like ? order by id',
      [merchant.orgId, 'license.created']
    )
    assert.lengthOf(sent, 3)
    assert.equal(sent[0].data.productId, merchant.productId)
    assert.deepEqual(sent[2], {
      name: 'operation.completed',
      data: { operationId: id, type: 'licenses.freeze', progress: shown.progress },
    })
    const untouched = await rows(
      db.connection(),
      'select 1 from licenses where id = ? and frozen_at is null',
      [foreign.id]
    )
    assert.lengthOf(untouched, 1)
  })

  test('extending moves each expiry once and skips what never expires', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const expiresAt = Date.now() + 10 * DAY
    const [fixed] = await seedLicenses(merchant, 1, { expirationMode: 'fixed', expiresAt })
    const [never] = await seedLicenses(merchant, 1)
    const started = await client
      .post(`/v1/dashboard/orgs/${merchant.orgId}/licenses/extend`)
      .bearerToken(merchant.token)
      .json({ licenseIds: [fixed.id, never.id], days: 30 })
    const operation = await runToEnd(started.body().data.operation.id)
    assert.containSubset(operation, { status: 'completed', succeeded: 1, skipped: 1, failed: 0 })
    assert.deepEqual(operation.params, { days: 30 })
    await runToEnd(operation.id)
    const [row] = await rows<{ at: Date }>(
      db.connection(),
      'select expires_at as at from licenses where id = ?',
      [fixed.id]
    )
    assert.equal(row.at.getTime(), expiresAt + 30 * DAY)
  })

  test('a dry run counts what would happen and changes nothing', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const licenses = await seedLicenses(merchant, 3)
    const started = await client
      .post(`/v1/dashboard/orgs/${merchant.orgId}/licenses/freeze`)
      .bearerToken(merchant.token)
      .json({ licenseIds: licenses.map((one) => one.id), dryRun: true })
    const operation = await runToEnd(started.body().data.operation.id)
    assert.containSubset(operation, { dryRun: true, status: 'completed', succeeded: 3 })
    const frozen = await rows(
      db.connection(),
      'select 1 from licenses where org_id = ? and frozen_at is not null',
      [merchant.orgId]
    )
    assert.lengthOf(frozen, 0)
    const told = await rows(db.connection(), 'select 1 from license_events where operation_id = ?', [
      operation.id,
    ])
    assert.lengthOf(told, 0)
  })

  test('a body that names no licenses, or too many, is refused')
    .with([
      [{}],
      [{ licenseIds: [] }],
      [{ licenseIds: ['not-a-uuid'] }],
      [{ licenseIds: [newId()], filter: {} }],
      [{ licenseIds: Array.from({ length: 100_001 }, () => newId()) }],
      [{ licenseIds: [newId()], dryRun: 'yes' }],
    ])
    .run(async ({ client, assert }, [body]) => {
      const merchant = await createMerchant()
      const response = await client
        .post(`/v1/dashboard/orgs/${merchant.orgId}/licenses/freeze`)
        .bearerToken(merchant.token)
        .json(body)
      response.assertStatus(400)
      assert.equal(response.body().error.code, 'VALIDATION_ERROR')
      assert.isNotEmpty(response.body().error.details)
    })

  test('days out of range are refused')
    .with([0, 36_501, 1.5, '30', null] as const)
    .run(async ({ client, assert }, days) => {
      const merchant = await createMerchant()
      const response = await client
        .post(`/v1/dashboard/orgs/${merchant.orgId}/licenses/extend`)
        .bearerToken(merchant.token)
        .json({ licenseIds: [newId()], days })
      response.assertStatus(400)
      assert.equal(response.body().error.details[0].field, 'days')
    })

  test('strangers, viewers and API keys are kept out', async ({ client }) => {
    const merchant = await createMerchant()
    const stranger = await createMerchant()
    const viewer = await createMerchant()
    await rows(
      db.connection(),
      `insert into org_members (org_id, user_id, role, created_at) values (?, ?, 'VIEWER', now())`,
      [merchant.orgId, viewer.userId]
    )
    const path = `/v1/dashboard/orgs/${merchant.orgId}/licenses/freeze`
    const body = { licenseIds: [newId()] }
    ;(await client.post(path).json(body)).assertStatus(401)
    const foreign = await client.post(path).bearerToken(stranger.token).json(body)
    foreign.assertStatus(403)
    foreign.assertBodyContains({ error: { code: 'FORBIDDEN' } })
    const low = await client.post(path).bearerToken(viewer.token).json(body)
    low.assertStatus(403)
    low.assertBodyContains({ error: { code: 'INSUFFICIENT_SCOPE' } })
    const lost = await client
      .post(`/v1/dashboard/orgs/${newId()}/licenses/freeze`)
      .bearerToken(merchant.token)
      .json(body)
    lost.assertStatus(404)
    lost.assertBodyContains({ error: { code: 'ORG_NOT_FOUND' } })
  })
})

function item(
  index: number,
  { id, key }: { id: string; key: string | null },
  outcome: string,
  code: string,
  message: string
) {
  return { index, line: null, licenseId: id, key, outcome, code, message }
}
