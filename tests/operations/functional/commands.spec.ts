import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import BeginOperation from '#operations/actions/begin_operation'
import StartBulkChange, { type BulkChange } from '#operations/actions/start_bulk_change'
import WorkChunk from '#operations/actions/work_chunk'
import { DAY } from '#kernel/time/millis'
import type { OperationType } from '#operations/kinds/registry'
import FindOperation from '#operations/queries/find_operation'
import { firstRow, rows } from '#kernel/database/sql'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { listed } from '#tests/testkit/long_list'

async function start(merchant: Merchant, type: OperationType, change: BulkChange) {
  const action = await app.container.make(StartBulkChange)
  return action.execute(merchant.scope, type, change)
}

/** All fields of a merchant's licenses that an undo must restore. */
function states({ orgId }: Merchant) {
  return rows<Record<string, unknown>>(
    db.connection(),
    `select id, status, expires_at, expires_after_days, frozen_at, suspended_at, paused_since, paused_ms, sweep_at
     from licenses where org_id = ? order by id`,
    [orgId]
  )
}

/** Does one chunk of an operation, as a worker would. */
async function workOnce(id: string) {
  const operation = await (await app.container.make(BeginOperation)).execute(id)
  await (await app.container.make(WorkChunk)).execute(operation!)
}

test.group('operations: filter, delete, cancel, retry', () => {
  test('a filter means the licenses that it finds when the operation starts', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const other = await createMerchant()
    await seedLicenses(other, 2)
    const active = await seedLicenses(merchant, 1500)
    await seedLicenses(merchant, 3, { status: 'SUSPENDED', suspendedAt: Date.now(), pausedSince: Date.now() })
    const started = await client
      .post(`/v1/dashboard/orgs/${merchant.orgId}/licenses/freeze`)
      .bearerToken(merchant.token)
      .json({ filter: { status: 'ACTIVE', frozen: false, createdBefore: '2099-01-01' } })
    started.assertStatus(202)
    assert.equal(started.body().data.operation.progress.total, 0)
    active.push(...(await seedLicenses(merchant, 1)))
    const operation = await runToEnd(started.body().data.operation.id)
    assert.containSubset(operation, { total: active.length, succeeded: active.length, failed: 0 })
    assert.deepEqual(operation.params, {
      filter: { status: 'ACTIVE', frozen: false, createdBefore: '2099-01-01T00:00:00.000Z' },
    })
    const untouched = await rows(
      db.connection(),
      'select 1 from licenses where org_id = ? and frozen_at is null',
      [other.orgId]
    )
    assert.lengthOf(untouched, 2)
  })

  test('a filter that is misspelt, or names a product of others, changes nothing')
    .with([
      [{ filter: { statu: 'ACTIVE' } }, 400, 'VALIDATION_ERROR'],
      [{ filter: { status: null, search: null } }, 400, 'VALIDATION_ERROR'],
      [{ filter: { createdAfter: 'soon' } }, 400, 'VALIDATION_ERROR'],
      [{ filter: { createdAfter: '2026-01-31T12:00:00' } }, 400, 'VALIDATION_ERROR'],
      [{ filter: { frozen: 'no' } }, 400, 'VALIDATION_ERROR'],
      [{ filter: [] }, 400, 'VALIDATION_ERROR'],
      [{ filter: { productId: '01890000-0000-7000-8000-000000000000' } }, 404, 'PRODUCT_NOT_FOUND'],
    ] as const)
    .run(async ({ client }, [body, status, code]) => {
      const merchant = await createMerchant()
      const response = await client
        .delete(`/v1/dashboard/orgs/${merchant.orgId}/licenses`)
        .bearerToken(merchant.token)
        .json(body)
      response.assertStatus(status)
      response.assertBodyContains({ error: { code } })
    })

  test('a filter reads dates as lists do, whatever the time zone of the worker: {$self}')
    .with(['2020-01-01T00:00:00,5Z', new Date(Date.now() - 60_000).toISOString().slice(0, 19) + '-00:00'])
    .run(async ({ client, assert, cleanup }, createdAfter) => {
      const zone = process.env.TZ
      cleanup(() => void (zone === undefined ? delete process.env.TZ : (process.env.TZ = zone)))
      process.env.TZ = 'America/New_York'
      const merchant = await createMerchant()
      await seedLicenses(merchant, 1)
      const started = await client
        .post(`/v1/dashboard/orgs/${merchant.orgId}/licenses/freeze`)
        .bearerToken(merchant.token)
        .json({ filter: { createdAfter }, dryRun: true })
      started.assertStatus(202)
      const operation = await runToEnd(started.body().data.operation.id)
      assert.containSubset(operation, { status: 'completed', total: 1, succeeded: 1 })
    })

  test('an operation whose filter cannot be resolved gives up', async ({ assert }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1)
    const { id } = await start(merchant, 'licenses.freeze', { filter: {} })
    await rows(
      db.connection(),
      `update operations set params = '{"filter": {"createdAfter": "soon"}}' where id = ?`,
      [id]
    )
    await assert.rejects(() => runToEnd(id), /date/)
    const operation = await new FindOperation().byId(id)
    assert.containSubset(operation, { status: 'failed', processed: 0, error: { code: 'INTERNAL' } })
    assert.isNull((await states(merchant)).find((one) => one.id === license.id)!.frozen_at)
  })

  test('deleting takes licenses away for good and keeps their timeline', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const [kept, gone] = await seedLicenses(merchant, 2)
    const started = await client
      .delete(`/v1/dashboard/orgs/${merchant.orgId}/licenses`)
      .bearerToken(merchant.token)
      .json({ licenseIds: [gone.id, merchant.orgId], reason: 'refund' })
    started.assertStatus(202)
    const { id } = started.body().data.operation
    const operation = await runToEnd(id)
    assert.containSubset(operation, { type: 'licenses.delete', succeeded: 1, failed: 1 })
    assert.deepEqual(
      (await states(merchant)).map((one) => one.id),
      [kept.id]
    )
    const told = await firstRow(
      db.connection(),
      `select type, reason, operation_id as "operationId" from license_events where license_id = ? order by id desc limit 1`,
      [gone.id]
    )
    assert.deepEqual(told, { type: 'license.deleted', reason: 'refund', operationId: id })
  })

  test('an operation that has not begun is cancelled at once, with its event', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1)
    const { id } = await start(merchant, 'licenses.freeze', { licenseIds: listed([license.id]) })
    const path = `/v1/dashboard/orgs/${merchant.orgId}/operations/${id}/cancel`
    const cancelled = await client.post(path).bearerToken(merchant.token)
    cancelled.assertStatus(200)
    assert.equal(cancelled.body().data.operation.status, 'cancelled')
    ;(await client.post(path).bearerToken(merchant.token)).assertStatus(409)
    await runToEnd(id)
    assert.isNull((await states(merchant))[0].frozen_at)
    const sent = await rows(
      db.connection(),
      `select name from outbox_events where org_id = ? and name like 'operation.%'`,
      [merchant.orgId]
    )
    assert.deepEqual(sent, [{ name: 'operation.cancelled' }])
  })

  test('a running one stops at its next chunk, and a retry does the rest once', async ({
    client,
    assert,
  }) => {
    const merchant = await createMerchant()
    const expiresAt = Date.now() + DAY
    const licenses = await seedLicenses(merchant, 2500, { expirationMode: 'fixed', expiresAt })
    const { id } = await start(merchant, 'licenses.extend', {
      licenseIds: listed(licenses.map((one) => one.id)),
      own: { days: 5 },
    })
    await workOnce(id)
    const base = `/v1/dashboard/orgs/${merchant.orgId}/operations/${id}`
    const cancelling = await client.post(`${base}/cancel`).bearerToken(merchant.token)
    assert.equal(cancelling.body().data.operation.status, 'cancelling')
    assert.containSubset(await runToEnd(id), { status: 'cancelled', processed: 1000, succeeded: 1000 })

    const retried = await client.post(`${base}/retry`).bearerToken(merchant.token)
    retried.assertStatus(202)
    assert.containSubset(retried.body().data.operation, { status: 'queued', finishedAt: null })
    assert.equal(retried.body().data.operation.progress.processed, 1000)
    assert.containSubset(await runToEnd(id), { status: 'completed', processed: 2500, succeeded: 2500 })
    const moved = new Set((await states(merchant)).map((one) => (one.expires_at as Date).getTime()))
    assert.deepEqual([...moved], [expiresAt + 5 * DAY])
    ;(await client.post(`${base}/retry`).bearerToken(merchant.token)).assertStatus(409)
  })

  test('cancelling what has done all its work completes it', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1)
    const { id } = await start(merchant, 'licenses.freeze', { licenseIds: listed([license.id]) })
    await workOnce(id)
    await client
      .post(`/v1/dashboard/orgs/${merchant.orgId}/operations/${id}/cancel`)
      .bearerToken(merchant.token)
    assert.containSubset(await runToEnd(id), { status: 'completed', succeeded: 1 })
  })

  test('an org has so many operations running at a time; the next begins when one ends', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const licenseIds = (await seedLicenses(merchant, 1)).map((one) => one.id)
    const operations = []
    for (let count = 0; count < 5; count++) {
      operations.push(await start(merchant, 'licenses.freeze', { licenseIds: listed(licenseIds) }))
    }
    const begin = await app.container.make(BeginOperation)
    const begun = await Promise.all(operations.map(({ id }) => begin.execute(id)))
    assert.lengthOf(
      begun.filter((one) => one !== null),
      4
    )
    const waiting = operations[begun.indexOf(null)].id
    assert.equal((await new FindOperation().byId(waiting))!.status, 'queued')
    await runToEnd(operations.find(({ id }) => id !== waiting)!.id)
    assert.isNotNull(await begin.execute(waiting))
  })
})
