import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import BeginOperation from '#operations/actions/begin_operation'
import PlanOperation from '#operations/actions/plan_operation'
import StartBulkChange, { type BulkChange } from '#operations/actions/start_bulk_change'
import { DAY } from '#kernel/time/millis'
import WorkChunk from '#operations/actions/work_chunk'
import type { OperationType } from '#operations/kinds/registry'
import ListItems from '#operations/queries/list_items'
import { rows } from '#kernel/database/sql'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { call } from '#tests/testkit/api'
import { authorize, createVendor } from '#tests/testkit/runtime'
import { listed } from '#tests/testkit/long_list'

async function start(merchant: Merchant, type: OperationType, change: BulkChange) {
  const action = await app.container.make(StartBulkChange)
  return action.execute(merchant.scope, type, change)
}

/**
 * All fields of a merchant's licenses that an undo must restore. The reminder of the sweep may keep its value, because
 * it is right as long as it is not late.
 */
function states({ orgId }: Merchant) {
  return rows<Record<string, unknown>>(
    db.connection(),
    `select id, status, expires_at, expires_after_days, frozen_at, suspended_at, paused_since, paused_ms
     from licenses where org_id = ? order by id`,
    [orgId]
  )
}

test.group('operations: undo', () => {
  test('undo puts back exactly what was changed: {0}')
    .with([
      ['licenses.freeze', 'license.unfrozen'],
      ['licenses.unfreeze', 'license.frozen'],
      ['licenses.revoke', 'license.unrevoked'],
      ['licenses.unrevoke', 'license.revoked'],
      ['licenses.suspend', 'license.unsuspended'],
      ['licenses.unsuspend', 'license.suspended'],
      ['licenses.extend', 'license.updated'],
    ] as [OperationType, string][])
    .run(async ({ client, assert }, [type, event]) => {
      const merchant = await createMerchant()
      const ago = Date.now() - 3 * DAY
      await seedLicenses(merchant, 2, { expirationMode: 'fixed', expiresAt: Date.now() + DAY })
      await seedLicenses(merchant, 1, {
        frozenAt: ago,
        pausedSince: ago,
        expirationMode: 'fixed',
        expiresAt: ago + DAY,
      })
      await seedLicenses(merchant, 1, { status: 'REVOKED' })
      await seedLicenses(merchant, 1, {
        status: 'SUSPENDED',
        suspendedAt: ago,
        pausedSince: ago,
        activatedAt: ago - DAY,
      })
      const before = await states(merchant)
      const change = { filter: {}, ...(type === 'licenses.extend' && { own: { days: 9 } }) }
      const original = await runToEnd((await start(merchant, type, change)).id)
      assert.isAbove(original.succeeded, 0)
      assert.notDeepEqual(await states(merchant), before)

      const path = `/v1/dashboard/orgs/${merchant.orgId}/operations/${original.id}/undo`
      const started = await client.post(path).bearerToken(merchant.token).json({ reason: 'oops' })
      started.assertStatus(202)
      const shown = started.body().data.operation
      assert.notEqual(shown.id, original.id)
      assert.deepEqual(shown.params, { operationId: original.id, type, reason: 'oops' })
      assert.equal(shown.progress.total, original.succeeded)
      const undone = await runToEnd(shown.id)
      assert.containSubset(undone, { succeeded: original.succeeded, skipped: 0, failed: 0 })
      assert.deepEqual(await states(merchant), before)
      const told = await rows<{ type: string }>(
        db.connection(),
        'select distinct type from license_events where operation_id = ?',
        [undone.id]
      )
      assert.deepEqual(told, [{ type: event }])

      const again = await client.post(path).bearerToken(merchant.token)
      const second = await runToEnd(again.body().data.operation.id)
      assert.containSubset(second, { succeeded: 0, skipped: original.succeeded })
      assert.deepEqual(await states(merchant), before)
    })

  test('undo leaves alone what was touched afterwards', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const [touched] = await seedLicenses(merchant, 3)
    const original = await runToEnd((await start(merchant, 'licenses.freeze', { filter: {} })).id)
    await runToEnd((await start(merchant, 'licenses.revoke', { licenseIds: listed([touched.id]) })).id)
    const started = await client
      .post(`/v1/dashboard/orgs/${merchant.orgId}/operations/${original.id}/undo`)
      .bearerToken(merchant.token)
    const undone = await runToEnd(started.body().data.operation.id)
    assert.containSubset(undone, { succeeded: 2, skipped: 1 })
    const { items } = await new ListItems().execute(undone.id, { limit: 10 })
    assert.containSubset(items, [{ licenseId: touched.id, outcome: 'skipped', code: 'CHANGED_SINCE' }])
  })

  test('every change since counts as a touch, and so does the first use, but no later one', async ({
    assert,
  }) => {
    const merchant = await createVendor()
    const { token } = merchant
    const terms = { expirationMode: 'both', expiresAt: Date.now() + 9 * DAY, expiresAfterDays: 3 } as const
    const fresh = await seedLicenses(merchant, 5, terms)
    const used = await seedLicenses(merchant, 2, { ...terms, activatedAt: Date.now() - DAY })
    const [named, thawed, deleted, moved, activated] = fresh.map(({ id }) => id)
    const before = await states(merchant)
    const original = await runToEnd((await start(merchant, 'licenses.freeze', { filter: {} })).id)
    const change = async (method: string, id: string, body?: object) => {
      const { status } = await call(method, `/v1/dashboard/licenses/${id}`, { token, body })
      assert.equal(status, 200, `${method} ${id}`)
    }
    await change('PATCH', named, { metadata: { note: 'kept' } })
    // The same state once more is another freeze all the same.
    await change('PATCH', thawed, { frozen: false })
    await change('PATCH', thawed, { frozen: true })
    await change('DELETE', deleted)
    await change('PATCH', moved, { extendDays: 2 })
    for (const { key } of [fresh[4], used[1]]) {
      assert.isTrue((await authorize(merchant, key)).body.allow)
    }
    const since = await states(merchant)

    const path = `/v1/dashboard/orgs/${merchant.orgId}/operations/${original.id}/undo`
    const { operation } = (await call('POST', path, { token, body: {} })).body.data
    const undone = await runToEnd(operation.id)
    assert.containSubset(undone, { total: 7, succeeded: 2, skipped: 4, failed: 1 })
    const { items } = await new ListItems().execute(undone.id, { limit: 10 })
    const touched = [named, thawed, moved, activated]
    assert.sameDeepMembers(
      items.map(({ licenseId, code }) => [licenseId, code]),
      [...touched.map((id) => [id, 'CHANGED_SINCE']), [deleted, 'LICENSE_NOT_FOUND']]
    )
    const after = await states(merchant)
    const of = (found: typeof after, ids: string[]) => found.filter(({ id }) => ids.includes(id as string))
    const restored = used.map(({ id }) => id)
    assert.deepEqual(of(after, restored), of(before, restored))
    assert.deepEqual(of(after, touched), of(since, touched))
  })

  test('what was undone, or is about to be, cannot be retried', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const licenseIds = (await seedLicenses(merchant, 1500)).map((one) => one.id)
    const { id } = await start(merchant, 'licenses.freeze', { licenseIds: listed(licenseIds) })
    const begun = await (await app.container.make(BeginOperation)).execute(id)
    await (await app.container.make(WorkChunk)).execute(begun!)
    const ask = (what: string, operationId = id) =>
      client
        .post(`/v1/dashboard/orgs/${merchant.orgId}/operations/${operationId}/${what}`)
        .bearerToken(merchant.token)
    ;(await ask('cancel')).assertStatus(200)
    assert.containSubset(await runToEnd(id), { status: 'cancelled', succeeded: 1000 })

    // An undo that changed nothing blocks nothing, but it cannot continue together with the operation.
    const idle = (await ask('undo')).body().data.operation.id
    ;(await ask('retry')).assertStatus(409)
    ;(await ask('cancel', idle)).assertStatus(200)
    ;(await ask('retry')).assertStatus(202)
    ;(await ask('retry', idle)).assertStatus(409)
    ;(await ask('cancel')).assertStatus(200)

    const raced = await Promise.all([ask('retry'), ask('undo')])
    assert.sameMembers(
      raced.map((response) => response.status()),
      [202, 409]
    )
    if (raced[0].status() === 202) (await ask('cancel')).assertStatus(200)
    const undone = raced[1].status() === 202 ? raced[1] : await ask('undo')
    assert.containSubset(await runToEnd(undone.body().data.operation.id), { succeeded: 1000 })
    const refused = await ask('retry')
    refused.assertStatus(409)
    refused.assertBodyContains({ error: { code: 'CONFLICT' } })
    assert.match(refused.body().error.message, /was undone/)
  })

  test('an undo does not resume once its operation has changed more than the undo was planned for', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const licenseIds = (await seedLicenses(merchant, 1500)).map((one) => one.id)
    const { id } = await start(merchant, 'licenses.freeze', { licenseIds: listed(licenseIds) })
    const begun = await (await app.container.make(BeginOperation)).execute(id)
    await (await app.container.make(WorkChunk)).execute(begun!)
    const path = `/v1/dashboard/orgs/${merchant.orgId}/operations`
    const ask = (what: string, operationId = id) =>
      call('POST', `${path}/${operationId}/${what}`, { token: merchant.token, body: {} })
    const mayRetry = async (operationId: string) =>
      (await call('GET', `${path}/${operationId}`, { token: merchant.token })).body.data.operation.can.retry
    await ask('cancel')
    await runToEnd(id)

    const early = (await ask('undo')).body.data.operation.id
    const planning = await (await app.container.make(BeginOperation)).execute(early)
    assert.isTrue(await (await app.container.make(PlanOperation)).execute(planning!))
    await ask('cancel', early)
    assert.containSubset(await runToEnd(early), { status: 'cancelled', total: 1000, succeeded: 0 })
    assert.isTrue(await mayRetry(early))
    assert.equal((await ask('retry')).status, 202)
    assert.containSubset(await runToEnd(id), { status: 'completed', succeeded: 1500 })

    assert.isFalse(await mayRetry(early))
    const { status, body } = await ask('retry', early)
    assert.deepEqual([status, body.error?.code], [409, 'CONFLICT'])
    assert.match(body.error.message, /has run since: start a new undo/)
    const late = (await ask('undo')).body.data.operation.id
    assert.containSubset(await runToEnd(late), { total: 1500, succeeded: 1500 })
  })

  test('what cannot be undone is a CONFLICT', async ({ client }) => {
    const merchant = await createMerchant()
    const licenses = await seedLicenses(merchant, 2)
    const licenseIds = licenses.map((one) => one.id)
    const running = await start(merchant, 'licenses.freeze', { licenseIds: listed(licenseIds) })
    const dry = await runToEnd(
      (await start(merchant, 'licenses.freeze', { licenseIds: listed(licenseIds), dryRun: true })).id
    )
    const nothing = await runToEnd(
      (await start(merchant, 'licenses.unfreeze', { licenseIds: listed(licenseIds) })).id
    )
    const deleted = await runToEnd(
      (await start(merchant, 'licenses.delete', { licenseIds: listed(licenseIds) })).id
    )
    for (const { id } of [running, dry, nothing, deleted]) {
      const response = await client
        .post(`/v1/dashboard/orgs/${merchant.orgId}/operations/${id}/undo`)
        .bearerToken(merchant.token)
      response.assertStatus(409)
      response.assertBodyContains({ error: { code: 'CONFLICT' } })
    }
  })
})
