import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import StartBulkChange from '#operations/actions/start_bulk_change'
import OperationWatch from '#operations/watch/operation_watch'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { seedLicenses } from '#tests/testkit/licenses'
import { createApiKey, createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { until } from '#tests/testkit/wait'
import { listed } from '#tests/testkit/long_list'

async function start(merchant: Merchant, licenseIds = [newId()]) {
  const action = await app.container.make(StartBulkChange)
  return action.execute(merchant.scope, 'licenses.freeze', { licenseIds: listed(licenseIds) })
}

test.group('operations', () => {
  test('the list shows the newest first, page by page, by type and status', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const ids: string[] = []
    for (let count = 0; count < 3; count++) ids.unshift((await start(merchant)).id)
    await runToEnd(ids[2])
    const list = async (query: Record<string, string | number>) => {
      const response = await client
        .get(`/v1/dashboard/orgs/${merchant.orgId}/operations`)
        .bearerToken(merchant.token)
        .qs(query)
      response.assertStatus(200)
      const { operations, nextCursor } = response.body().data
      return { ids: operations.map((one: { id: string }) => one.id), nextCursor }
    }
    assert.deepEqual(await list({}), { ids, nextCursor: null })
    const first = await list({ limit: 2 })
    assert.deepEqual(first, { ids: ids.slice(0, 2), nextCursor: ids[1] })
    assert.deepEqual(await list({ limit: 2, cursor: first.nextCursor }), { ids: [ids[2]], nextCursor: null })
    assert.deepEqual((await list({ status: 'completed' })).ids, [ids[2]])
    assert.deepEqual((await list({ type: 'licenses.import' })).ids, [])
  })

  test('items come page by page and by outcome', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const now = Date.now()
    const frozen = await seedLicenses(merchant, 2, { frozenAt: now, pausedSince: now })
    const { id } = await start(merchant, [frozen[0].id, newId(), frozen[1].id])
    await runToEnd(id)
    const items = async (query: Record<string, string | number>) => {
      const response = await client
        .get(`/v1/dashboard/orgs/${merchant.orgId}/operations/${id}/items`)
        .bearerToken(merchant.token)
        .qs(query)
      const data = response.body().data
      return [data.items.map((one: { index: number }) => one.index), data.nextCursor]
    }
    assert.deepEqual(await items({ limit: 2 }), [[0, 1], '1'])
    assert.deepEqual(await items({ limit: 2, cursor: '1' }), [[2], null])
    assert.deepEqual(await items({ outcome: 'failed' }), [[1], null])
    assert.deepEqual(await items({ outcome: 'skipped', cursor: '' }), [[0, 2], null])
  })

  test('a bad query is refused: {0}')
    .with([
      ['?limit=0', 'VALIDATION_ERROR'],
      ['?limit=201', 'VALIDATION_ERROR'],
      ['?status=done', 'VALIDATION_ERROR'],
      ['?type=freeze', 'VALIDATION_ERROR'],
      ['?cursor=x', 'INVALID_CURSOR'],
    ] as const)
    .run(async ({ client }, [query, code]) => {
      const merchant = await createMerchant()
      const response = await client
        .get(`/v1/dashboard/orgs/${merchant.orgId}/operations${query}`)
        .bearerToken(merchant.token)
      response.assertStatus(400)
      response.assertBodyContains({ error: { code } })
    })

  test('an operation of another org is not there', async ({ client }) => {
    const merchant = await createMerchant()
    const other = await createMerchant()
    const { id } = await start(other)
    for (const path of ['', '/items']) {
      const response = await client
        .get(`/v1/dashboard/orgs/${merchant.orgId}/operations/${id}${path}`)
        .bearerToken(merchant.token)
      response.assertStatus(404)
      response.assertBodyContains({ error: { code: 'NOT_FOUND' } })
    }
    const malformed = await client
      .get(`/v1/dashboard/orgs/${merchant.orgId}/operations/17`)
      .bearerToken(merchant.token)
    malformed.assertStatus(400)
    malformed.assertBodyContains({ error: { code: 'VALIDATION_ERROR' } })
  })

  test('Prefer: wait holds the answer until the operation has ended', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const [license] = await seedLicenses(merchant, 1)
    const asked = client
      .post(`/v1/dashboard/orgs/${merchant.orgId}/licenses/freeze`)
      .bearerToken(merchant.token)
      .header('prefer', 'respond-async, wait=20')
      .json({ licenseIds: [license.id] })
      .send()
    const operationId = await startedBy(merchant)
    await runToEnd(operationId)
    const response = await asked
    response.assertStatus(200)
    assert.equal(response.header('preference-applied'), 'wait=20')
    assert.equal(response.body().data.operation.id, operationId)
    assert.equal(response.body().data.operation.status, 'completed')
    assert.equal(response.body().data.operation.progress.succeeded, 1)
  })

  test('a wait whose finished operation cannot be read is answered the plain 202', async ({ assert }) => {
    const merchant = await createMerchant()
    const { key } = await createApiKey(merchant, ['license:read'])
    const path = `/v1/products/${merchant.productId}/licenses/export`
    const waiting = call('GET', path, { apiKey: key, headers: { prefer: 'wait=60' } })
    const id = await until('the operation', async () => {
      const sql = 'select id from operations where org_id = ?'
      return (await rows<{ id: string }>(db.connection(), sql, [merchant.orgId])).at(0)?.id
    })
    const watch = await app.container.make(OperationWatch)
    await until('the caller to wait', () => watch.watched > 0)
    const rename = (from: string, to: string) =>
      rows(db.connection(), `alter table users rename column ${from} to ${to}`)
    await rename('email', 'email_away')
    try {
      const sql = `update operations set status = 'cancelled', finished_at = now() where id = ?`
      await rows(db.connection(), sql, [id])
      const answer = await waiting
      assert.equal(answer.status, 202)
      assert.equal(answer.body.data.operation.id, id)
    } finally {
      await rename('email_away', 'email')
    }
  })

  test('Prefer: wait that asks for {prefer} is answered {status}, applied {applied}')
    .with([
      { prefer: 'wait=0', status: 202, applied: 'wait=0', ends: false },
      { prefer: 'wait=abc', status: 202, applied: undefined, ends: false },
      { prefer: 'wait=-1', status: 202, applied: undefined, ends: false },
      { prefer: 'wait=60', status: 200, applied: 'wait=60', ends: true },
      { prefer: 'wait=61', status: 200, applied: 'wait=60', ends: true },
    ])
    .run(async ({ client, assert }, { prefer, status, applied, ends }) => {
      const merchant = await createMerchant()
      const [license] = await seedLicenses(merchant, 1)
      const asked = client
        .post(`/v1/dashboard/orgs/${merchant.orgId}/licenses/freeze`)
        .bearerToken(merchant.token)
        .header('prefer', prefer)
        .json({ licenseIds: [license.id] })
        .send()
      if (ends) await runToEnd(await startedBy(merchant))
      const response = await asked
      response.assertStatus(status)
      assert.equal(response.header('preference-applied'), applied)
    })

  test('Prefer: wait answers 202 when the time is over first', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const response = await client
      .post(`/v1/dashboard/orgs/${merchant.orgId}/licenses/freeze`)
      .bearerToken(merchant.token)
      .header('prefer', 'wait=1')
      .json({ licenseIds: [newId()] })
    response.assertStatus(202)
    assert.equal(response.body().data.operation.status, 'queued')
  })
})

async function startedBy(merchant: Merchant): Promise<string> {
  const { default: ListOperations } = await import('#operations/queries/list_operations')
  const { until } = await import('#tests/testkit/wait')
  return until('the operation to be stored', async () => {
    const { operations } = await new ListOperations().execute(merchant.scope, { limit: 1 })
    return operations[0]?.id
  })
}
