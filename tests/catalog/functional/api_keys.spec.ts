import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import SetUpMerchant from '#catalog/actions/set_up_merchant'
import { firstRow, rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'

const create = ({ token, productId }: Merchant, body: object = {}) =>
  call('POST', `/v1/dashboard/products/${productId}/api-keys`, {
    token,
    body: { name: 'Backend', permissions: ['license:read', 'product:read'], ...body },
  })
const rotate = ({ token }: Merchant, id: string, body?: object) =>
  call('POST', `/v1/dashboard/api-keys/${id}/rotate`, { token, body })
const revoke = ({ token }: Merchant, id: string) => call('DELETE', `/v1/dashboard/api-keys/${id}`, { token })
const whoami = (apiKey: string) => call('GET', '/v1/whoami', { apiKey })
const eventsOf = ({ orgId }: Merchant) =>
  rows<{ name: string; data: Record<string, unknown> }>(
    db.connection(),
    'select name, data from outbox_events where org_id = ? order by id',
    [orgId]
  )

test.group('API keys on the dashboard', () => {
  test('a new key shows its secrets once, works at once, and leaves an event', async ({ assert }) => {
    const merchant = await createMerchant()
    const answer = await create(merchant, { expiresAt: '2099-01-01T00:00:00Z' })
    assert.equal(answer.status, 201)
    const { apiKey } = answer.body.data
    assert.sameMembers(Object.keys(apiKey), [
      ...[
        'id',
        'name',
        'productId',
        'permissions',
        'last4',
        'expiresAt',
        'createdAt',
        'key',
        'signingSecret',
      ],
    ])
    assert.match(apiKey.key, /^svc_[0-9A-Za-z]{40}$/)
    assert.equal(apiKey.last4, apiKey.key.slice(-4))
    assert.equal(apiKey.expiresAt, '2099-01-01T00:00:00.000Z')
    const me = await whoami(apiKey.key)
    assert.equal(me.status, 200)
    assert.containSubset(me.body.data, { apiKeyId: apiKey.id, productId: merchant.productId })
    assert.deepEqual(await eventsOf(merchant), [
      {
        name: 'api_key.created',
        data: { apiKeyId: apiKey.id, productId: merchant.productId, name: 'Backend', last4: apiKey.last4 },
      },
    ])
  })

  test('each permission of the interface and the contract can be given', async ({ assert }) => {
    const ofLicenses = ['authorize', 'read', 'write', 'create', 'update', 'delete', 'revoke', 'unrevoke']
    const permissions = [
      ...[...ofLicenses, 'reset_hwid', 'reset_ip', 'checkout'].map((name) => `license:${name}`),
      ...['blacklist', 'end_user', 'order', 'product', 'release'].flatMap((of) => [
        `${of}:read`,
        `${of}:write`,
      ]),
      'analytics:read',
    ]
    const answer = await create(await createMerchant(), { permissions })
    assert.equal(answer.status, 201)
    assert.deepEqual(answer.body.data.apiKey.permissions, permissions)
  })

  test('a first merchant gets one for programs, which authorizes and does nothing else', async ({
    assert,
  }) => {
    const setUp = await app.container.make(SetUpMerchant)
    const { apiKey, runtimeKey } = await setUp.execute({
      ...{ email: `${newId()}@example.com`, password: 'correct horse battery' },
      ...{ orgName: 'First', productName: 'First' },
    })
    assert.deepEqual((await whoami(runtimeKey.key)).body.data.permissions, ['license:authorize'])
    assert.include((await whoami(apiKey.key)).body.data.permissions, 'license:delete')
  })

  test('lists never show a secret, on both paths', async ({ assert }) => {
    const merchant = await createMerchant()
    const { key, signingSecret } = (await create(merchant)).body.data.apiKey
    await whoami(key)
    const dashboard = await call('GET', `/v1/dashboard/products/${merchant.productId}/api-keys`, {
      token: merchant.token,
    })
    const keyed = await call('GET', `/v1/products/${merchant.productId}/api-keys`, { apiKey: key })
    for (const { status, body } of [dashboard, keyed]) {
      assert.equal(status, 200)
      assert.lengthOf(body.data.apiKeys, 1)
      assert.sameMembers(Object.keys(body.data.apiKeys[0]), [
        ...['id', 'name', 'permissions', 'last4', 'expiresAt', 'createdAt', 'lastUsedAt', 'revokedAt'],
      ])
      assert.notInclude(JSON.stringify(body), key)
      assert.notInclude(JSON.stringify(body), signingSecret)
    }
    const stored = await firstRow(db.connection(), 'select * from api_keys where product_id = ?', [
      merchant.productId,
    ])
    assert.notInclude(JSON.stringify(stored), key)
    assert.notInclude(JSON.stringify(stored), signingSecret)
  })

  test('every bad field is named')
    .with([
      [{ permissions: [] }, 'permissions'],
      [{ permissions: ['license:everything'] }, 'permissions.0'],
      [{ permissions: ['license:read', 'license:read'] }, 'permissions'],
      [{ permissions: undefined }, 'permissions'],
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ expiresAt: 'tomorrow' }, 'expiresAt'],
    ] as [object, string][])
    .run(async ({ assert }, [change, field]) => {
      const answer = await create(await createMerchant(), change)
      assert.equal(answer.status, 400)
      assert.equal(answer.body.error.code, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details![0].field, field)
    })

  test('a blank expiry is none, one in the past is BAD_REQUEST', async ({ assert }) => {
    const merchant = await createMerchant()
    assert.isNull((await create(merchant, { expiresAt: '' })).body.data.apiKey.expiresAt)
    const past = await create(merchant, { expiresAt: '2001-01-01T00:00:00Z' })
    assert.equal(past.status, 400)
    assert.equal(past.body.error.code, 'BAD_REQUEST')
  })

  test('rotation keeps id and expiry; the old string dies at once without grace', async ({ assert }) => {
    const merchant = await createMerchant()
    const { apiKey } = (await create(merchant, { expiresAt: '2099-01-01T00:00:00Z' })).body.data
    const rotated = await rotate(merchant, apiKey.id)
    assert.equal(rotated.status, 200)
    const fresh = rotated.body.data.apiKey
    assert.deepInclude(fresh, { id: apiKey.id, expiresAt: apiKey.expiresAt, name: apiKey.name })
    assert.notEqual(fresh.key, apiKey.key)
    assert.notEqual(fresh.signingSecret, apiKey.signingSecret)
    assert.equal((await whoami(apiKey.key)).status, 401)
    assert.equal((await whoami(fresh.key)).status, 200)
    const last = (await eventsOf(merchant)).at(-1)!
    assert.deepEqual(last, {
      name: 'api_key.rotated',
      data: { apiKeyId: apiKey.id, productId: merchant.productId, last4: fresh.last4 },
    })
  })

  test('a revoked key stops at once; revoking again changes nothing; it cannot be rotated', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    const { id, key } = (await create(merchant)).body.data.apiKey
    assert.equal((await whoami(key)).status, 200)
    const revoked = await revoke(merchant, id)
    assert.deepEqual(revoked.body, { ok: true, data: { id } })
    const refused = await whoami(key)
    assert.equal(refused.status, 401)
    assert.equal(refused.body.error.code, 'UNAUTHORIZED')
    assert.equal((await revoke(merchant, id)).status, 200)
    assert.equal((await rotate(merchant, id)).body.error.code, 'CONFLICT')
    assert.deepEqual(
      (await eventsOf(merchant)).map(({ name }) => name),
      ['api_key.created', 'api_key.revoked']
    )
  })

  test('a key ends at once with its product', async ({ assert }) => {
    const merchant = await createMerchant()
    const { key } = (await create(merchant)).body.data.apiKey
    assert.equal((await whoami(key)).status, 200)
    const product = `/v1/dashboard/products/${merchant.productId}`
    assert.equal((await call('DELETE', product, { token: merchant.token })).status, 200)
    assert.equal((await whoami(key)).body.error?.code, 'UNAUTHORIZED')
  })

  test('a revocation made elsewhere ends the key within a second, under use', async ({ assert }) => {
    const merchant = await createMerchant()
    const { id, key } = (await create(merchant)).body.data.apiKey
    assert.equal((await whoami(key)).status, 200)
    await rows(db.connection(), `update api_keys set revoked_at = now() where id = ?`, [id])
    await eventually(async () => (await whoami(key)).status === 401, 1000)
  })

  test('keys of others are NOT_FOUND', async ({ assert }) => {
    const [mine, theirs] = [await createMerchant(), await createMerchant()]
    const { id, key } = (await create(theirs)).body.data.apiKey
    for (const answer of [await rotate(mine, id), await revoke(mine, id), await revoke(mine, newId())]) {
      assert.equal(answer.status, 404)
      assert.equal(answer.body.error.code, 'NOT_FOUND')
    }
    assert.equal((await whoami(key)).status, 200)
  })
})

test.group('API keys in requests', () => {
  test('a key is taken as X-Api-Key in any case and as a Bearer token', async ({ assert }) => {
    const { key } = (await create(await createMerchant())).body.data.apiKey
    const ways: Record<string, string>[] = [
      { 'X-Api-Key': key },
      { 'x-api-key': key },
      { 'X-API-KEY': key },
      { authorization: `Bearer ${key}` },
      { authorization: `bearer ${key}` },
    ]
    for (const headers of ways) {
      assert.equal((await call('GET', '/v1/whoami', { headers })).status, 200, JSON.stringify(headers))
    }
    for (const headers of [
      { authorization: key },
      { 'x-admin-token': key },
      { authorization: `Basic ${key}` },
    ]) {
      assert.equal((await call('GET', '/v1/whoami', { headers: headers as never })).status, 401)
    }
  })

  test('expired: UNAUTHORIZED; without permissions: API_KEY_NO_PERMISSIONS', async ({ assert }) => {
    const merchant = await createMerchant()
    const expired = (await create(merchant)).body.data.apiKey
    await rows(db.connection(), `update api_keys set expires_at = now() where id = ?`, [expired.id])
    assert.equal((await whoami(expired.key)).body.error.code, 'UNAUTHORIZED')
    const powerless = (await create(merchant)).body.data.apiKey
    await rows(db.connection(), `update api_keys set permissions = '{}' where id = ?`, [powerless.id])
    const answer = await whoami(powerless.key)
    assert.equal(answer.status, 403)
    assert.equal(answer.body.error.code, 'API_KEY_NO_PERMISSIONS')
  })

  test('another product is FORBIDDEN; a missing scope is named', async ({ assert }) => {
    const [merchant, other] = [await createMerchant(), await createMerchant()]
    const { key } = (await create(merchant, { permissions: ['license:read'] })).body.data.apiKey
    const foreign = await call('GET', `/v1/products/${other.productId}/api-keys`, { apiKey: key })
    assert.equal(foreign.body.error.code, 'FORBIDDEN')
    const lacking = await call('GET', `/v1/products/${merchant.productId}/api-keys`, { apiKey: key })
    assert.equal(lacking.status, 403)
    assert.equal(lacking.body.error.code, 'PERMISSION_DENIED')
    assert.include(lacking.body.error.message, 'product:read')
  })
})

async function eventually(condition: () => Promise<boolean>, withinMs: number) {
  const end = performance.now() + withinMs
  while (performance.now() < end) if (await condition()) return
  throw new Error(`not true within ${withinMs} ms`)
}
