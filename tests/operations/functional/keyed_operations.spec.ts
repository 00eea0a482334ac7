import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import CreateProduct from '#catalog/actions/create_product'
import StartBulkChange from '#operations/actions/start_bulk_change'
import type { Permission } from '#catalog/rules/permissions'
import ListItems from '#operations/queries/list_items'
import { call as request } from '#tests/testkit/api'
import { BASE } from '#tests/testkit/http'
import { giveTo, seedLicenses } from '#tests/testkit/licenses'
import { createApiKey, createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { listed } from '#tests/testkit/long_list'

async function keyed(merchant: Merchant, permissions: Permission[]) {
  const { key } = await createApiKey(merchant, permissions)
  return async (method: string, path: string, body?: unknown, type = 'application/json') => {
    const response = await fetch(`${BASE}/v1/products/${merchant.productId}${path}`, {
      method,
      headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': type }) },
      body: body === undefined || typeof body === 'string' ? (body as string) : JSON.stringify(body),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text.startsWith('{') ? JSON.parse(text) : text,
    }
  }
}

test.group('operations of an API key', () => {
  test('a bulk change reaches the licenses of its product and no others', async ({ assert }) => {
    const merchant = await createMerchant()
    const call = await keyed(merchant, ['license:read', 'license:update'])
    const second = await new CreateProduct().execute({ orgId: merchant.orgId }, { name: 'Other' })
    const [own] = await seedLicenses(merchant, 1)
    const [sibling] = await seedLicenses({ ...merchant, productId: second.id }, 1)
    const started = await call('POST', '/licenses/freeze', { licenseIds: [own.id, sibling.id] })
    assert.equal(started.status, 202)
    const { id, createdBy, productId } = started.body.data.operation
    assert.equal(productId, merchant.productId)
    assert.equal(createdBy.type, 'apiKey')
    assert.equal(started.headers.get('location'), `/v1/products/${merchant.productId}/operations/${id}`)
    await runToEnd(id)
    const shown = await call('GET', `/operations/${id}`)
    assert.containSubset(shown.body.data.operation, {
      status: 'completed',
      progress: { succeeded: 1, failed: 1 },
    })
    const items = await call('GET', `/operations/${id}/items`)
    assert.containSubset(items.body.data.items, [{ licenseId: sibling.id, code: 'LICENSE_NOT_FOUND' }])
    const list = await call('GET', '/operations')
    assert.lengthOf(list.body.data.operations, 1)
    const undone = await call('POST', `/operations/${id}/undo`)
    assert.equal(undone.status, 202)
    assert.containSubset(await runToEnd(undone.body.data.operation.id), { succeeded: 1 })
    const over = await call('POST', `/operations/${id}/cancel`)
    assert.equal(over.status, 409)
  })

  test('a dry run reaches no license of another product when a member applies it', async ({ assert }) => {
    const merchant = await createMerchant()
    const call = await keyed(merchant, ['license:read', 'license:update'])
    const second = await new CreateProduct().execute({ orgId: merchant.orgId }, { name: 'Other' })
    const [own] = await seedLicenses(merchant, 1)
    const [sibling] = await seedLicenses({ ...merchant, productId: second.id }, 1)
    const body = { licenseIds: [own.id, sibling.id], dryRun: true }
    const { id } = (await call('POST', '/licenses/freeze', body)).body.data.operation
    const found = { succeeded: 1, failed: 1 }
    assert.containSubset(await runToEnd(id), found)
    const path = `/v1/dashboard/orgs/${merchant.orgId}/operations/${id}/apply`
    const applied = await request('POST', path, { token: merchant.token, body: {} })
    assert.equal(applied.status, 202)
    assert.containSubset(await runToEnd(applied.body.data.operation.id), found)
  })

  test('what was found by owner, a key applies and retries with end_user:read alone', async ({ assert }) => {
    const merchant = await createMerchant()
    const permissions: Permission[] = ['license:read', 'license:update']
    const plain = await keyed(merchant, permissions)
    const seeing = await keyed(merchant, [...permissions, 'end_user:read'])
    const [{ id: licenseId }] = await seedLicenses(merchant, 1)
    const filter = { endUserId: await giveTo(merchant, licenseId) }
    const tried = await seeing('POST', '/licenses/freeze', { filter, dryRun: true })
    const { id } = tried.body.data.operation
    await runToEnd(id)
    const exported = await seeing('GET', `/licenses/export?endUserId=${filter.endUserId}`)
    const { id: exportId } = exported.body.data.operation
    assert.equal((await plain('POST', `/operations/${exportId}/cancel`)).status, 200)
    for (const path of [`${id}/apply`, `${exportId}/retry`]) {
      const refused = await plain('POST', `/operations/${path}`)
      assert.deepEqual([refused.status, refused.body.error?.code], [403, 'PERMISSION_DENIED'], path)
      assert.equal((await seeing('POST', `/operations/${path}`)).status, 202, path)
    }
  })

  test('import and export stay within the product', async ({ assert }) => {
    const merchant = await createMerchant()
    const call = await keyed(merchant, ['license:read', 'license:create'])
    const foreign = await new CreateProduct().execute({ orgId: merchant.orgId }, { name: 'Other' })
    await seedLicenses({ ...merchant, productId: foreign.id }, 2)
    const csv = `key,productId\nAAAA,\nBBBB,${foreign.id}\nCCCC,${merchant.productId}\n`
    const started = await call('POST', '/licenses/import', csv, 'text/csv')
    assert.equal(started.status, 202)
    assert.containSubset(await runToEnd(started.body.data.operation.id), { succeeded: 2, failed: 1 })
    const bad = await call('GET', `/operations/${started.body.data.operation.id}/items`)
    assert.containSubset(bad.body.data.items, [{ line: 3, key: 'BBBB', code: 'PRODUCT_NOT_FOUND' }])
    const exporting = await call('GET', '/licenses/export?format=json')
    const { id } = exporting.body.data.operation
    await runToEnd(id)
    const file = await call('GET', `/operations/${id}/download`)
    const licenses = JSON.parse(file.body)
    assert.lengthOf(licenses, 2)
    assert.containSubset(licenses, [{ key: 'AAAA', productId: merchant.productId }, { key: 'CCCC' }])
    const stream = await call('GET', `/operations/${id}/stream`)
    assert.include(stream.body, 'event: end')
  })

  test('the product in the query of an import is its own, or there is none', async ({ assert }) => {
    const merchant = await createMerchant()
    const stranger = await createMerchant()
    const call = await keyed(merchant, ['license:read', 'license:create'])
    const sibling = await new CreateProduct().execute({ orgId: merchant.orgId }, { name: 'Other' })
    for (const id of [sibling.id, stranger.productId]) {
      const refused = await call('POST', `/licenses/import?productId=${id}`, 'key\nAAAA\n', 'text/csv')
      assert.equal(refused.status, 404)
      assert.equal(refused.body.error.code, 'PRODUCT_NOT_FOUND')
    }
    const csv = `key,productId\nAAAA,${stranger.productId}\n`
    const own = await call('POST', `/licenses/import?productId=${merchant.productId}`, csv, 'text/csv')
    assert.equal(own.status, 202)
    assert.containSubset(await runToEnd(own.body.data.operation.id), { succeeded: 1 })
  })

  test('each call needs the scope of its single form')
    .with([
      ['POST', '/licenses/freeze', 'license:update'],
      ['POST', '/licenses/unfreeze', 'license:update'],
      ['POST', '/licenses/extend', 'license:update'],
      ['POST', '/licenses/revoke', 'license:revoke'],
      ['POST', '/licenses/unrevoke', 'license:unrevoke'],
      ['DELETE', '/licenses', 'license:delete'],
      ['POST', '/licenses/import', 'license:create'],
      ['GET', '/licenses/export', 'license:read'],
      ['GET', '/operations', 'license:read'],
    ] as const)
    .run(async ({ assert }, [method, path, permission]) => {
      const merchant = await createMerchant()
      const call = await keyed(merchant, ['license:authorize'])
      const refused = await call(method, path, method === 'GET' ? undefined : {})
      assert.equal(refused.status, 403)
      assert.equal(refused.body.error.code, 'PERMISSION_DENIED')
      assert.include(refused.body.error.message, permission)
    })

  test('cancel, retry and undo need the scope of what they touch', async ({ assert }) => {
    const merchant = await createMerchant()
    const reader = await keyed(merchant, ['license:read'])
    const revoker = await keyed(merchant, ['license:read', 'license:revoke'])
    const [license] = await seedLicenses(merchant, 1)
    const started = await revoker('POST', '/licenses/revoke', { licenseIds: [license.id] })
    const path = `/operations/${started.body.data.operation.id}`
    for (const command of ['cancel', 'retry', 'undo']) {
      assert.equal((await reader('POST', `${path}/${command}`)).body.error.code, 'PERMISSION_DENIED')
    }
    await runToEnd(started.body.data.operation.id)
    const undo = await revoker('POST', `${path}/undo`)
    assert.include(undo.body.error.message, 'license:unrevoke')
    const update = await keyed(merchant, ['license:create'])
    const refused = await update('POST', '/licenses/import?onConflict=update', 'key\nAAAA\n', 'text/csv')
    assert.include(refused.body.error.message, 'license:update')
  })

  test('an operation of the whole org is not there for a key', async ({ assert }) => {
    const merchant = await createMerchant()
    const call = await keyed(merchant, ['license:read'])
    const [license] = await seedLicenses(merchant, 1)
    const start = await app.container.make(StartBulkChange)
    const { id } = await start.execute(merchant.scope, 'licenses.freeze', {
      licenseIds: listed([license.id]),
    })
    assert.equal((await call('GET', `/operations/${id}`)).body.error.code, 'NOT_FOUND')
    assert.lengthOf((await call('GET', '/operations')).body.data.operations, 0)
  })
})

test.group('an import by an API key', () => {
  test('does not do by its rows what the scopes of the key forbid', async ({ assert }) => {
    const merchant = await createMerchant()
    const [one, two, fine] = [
      ...(await seedLicenses(merchant, 1)),
      ...(await seedLicenses(merchant, 1, { status: 'REVOKED' })),
      ...(await seedLicenses(merchant, 1)),
    ]
    const csv =
      `key,status,maxHwidResets\n${one.key},REVOKED,\n${two.key},ACTIVE,\n` +
      `${fine.key},SUSPENDED,\nNEW-KEY-1,REVOKED,\nNEW-KEY-2,ACTIVE,\n${two.key.replace('KEY', 'NEW')},,5\n`
    const run = async (permissions: Permission[], query: string) => {
      const call = await keyed(merchant, permissions)
      const started = await call('POST', `/licenses/import?${query}`, csv, 'text/csv')
      assert.equal(started.status, 202)
      assert.notProperty(started.body.data.operation.params, 'may')
      const operation = await runToEnd(started.body.data.operation.id)
      const { items } = await new ListItems().execute(operation.id, { outcome: 'failed', limit: 9 })
      return { operation, denied: items.filter(({ code }) => code === 'PERMISSION_DENIED') }
    }
    for (const query of ['onConflict=update&dryRun=true', 'onConflict=update']) {
      const { operation, denied } = await run(['license:write'], query)
      assert.containSubset(operation, { succeeded: 3, failed: 3 })
      assert.deepEqual(
        denied.map(({ line, message }) => [line, message]),
        [
          [2, 'The API key lacks the permission license:revoke'],
          [3, 'The API key lacks the permission license:unrevoke'],
          [5, 'The API key lacks the permission license:revoke'],
        ]
      )
    }
    const created = await run(['license:create'], 'onConflict=skip')
    assert.deepEqual(
      created.denied.map(({ line }) => line),
      [5]
    )
    const all = await run(['license:write', 'license:revoke', 'license:unrevoke'], 'onConflict=update')
    assert.containSubset(all.operation, { succeeded: 3, skipped: 3, failed: 0 })
  })

  test('that changes licenses is cancelled and goes on only by a key that may', async ({ assert }) => {
    const merchant = await createMerchant()
    const owner = await keyed(merchant, ['license:read', 'license:write', 'license:revoke'])
    const weak = await keyed(merchant, ['license:read', 'license:create'])
    const middle = await keyed(merchant, ['license:read', 'license:write'])
    const started = await owner('POST', '/licenses/import?onConflict=update', 'key\nAAAA\n', 'text/csv')
    const path = `/operations/${started.body.data.operation.id}`
    assert.equal((await weak('POST', `${path}/cancel`)).status, 403)
    assert.equal((await middle('POST', `${path}/cancel`)).status, 200)
    assert.equal((await weak('POST', `${path}/retry`)).status, 403)
    const refused = await middle('POST', `${path}/retry`)
    assert.equal(refused.status, 403)
    assert.equal(refused.body.error.code, 'PERMISSION_DENIED')
    assert.match(refused.body.error.message, /license:revoke/)
    assert.equal((await owner('POST', `${path}/retry`)).status, 202)
  })
})
