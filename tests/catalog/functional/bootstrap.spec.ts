import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { bootstrap } from '#config/bootstrap'
import { quotas } from '#config/quotas'
import { SYSTEM } from '#kernel/audit/audit'
import AdministerOrg from '#orgs/actions/administer_org'
import SetPlan from '#accounts/actions/set_plan'
import { firstRow } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'

const TOKEN = 'a token for bootstrapping'

function configured(changes: Partial<typeof bootstrap>): Disposable {
  const before = { ...bootstrap }
  Object.assign(bootstrap, changes)
  return { [Symbol.dispose]: () => void Object.assign(bootstrap, before) }
}

const product = (headers: Record<string, string>, body: object = { name: 'First' }) =>
  call('POST', '/v1/products', { headers, body })

test.group('bootstrap', () => {
  test('makes a product, in an org or without one, and a key for it', async ({ assert }) => {
    using _ = configured({ enabled: true, token: TOKEN })
    const { orgId } = await createMerchant()
    const headers = { 'X-Admin-Token': TOKEN }
    const owned = await product(headers, { name: 'First', orgId, policy: { hwidMode: 'sticky' } })
    assert.equal(owned.status, 201)
    assert.deepInclude(owned.body.data.product, { orgId, name: 'First', policy: { hwidMode: 'sticky' } })
    const free = await product(headers)
    assert.equal(free.status, 201)
    const productId = free.body.data.product.id
    const key = await call('POST', '/v1/api-keys', {
      headers,
      body: { productId: productId.toUpperCase(), name: 'Backend', permissions: ['license:write'] },
    })
    assert.equal(key.status, 201)
    const me = await call('GET', '/v1/whoami', { apiKey: key.body.data.apiKey.key })
    assert.equal(me.body.data.productId, productId)
  })

  test('a call that is retried under its Idempotency-Key gets the same product, and the same key', async ({
    assert,
  }) => {
    using _ = configured({ enabled: true, token: TOKEN })
    const { orgId } = await createMerchant()
    const headers = () => ({ 'X-Admin-Token': TOKEN, 'Idempotency-Key': newId() })
    const forProduct = headers()
    const made = await product(forProduct, { name: 'First', orgId })
    const again = await product(forProduct, { name: 'First', orgId })
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual([again.status, again.body], [201, made.body])
    const other = await product(forProduct, { name: 'Second', orgId })
    assert.deepEqual([other.status, other.body.error.code], [409, 'IDEMPOTENCY_KEY_REUSE'])
    const malformed = await product({ 'X-Admin-Token': TOKEN, 'Idempotency-Key': 'short' })
    assert.equal(malformed.body.error.code, 'BAD_IDEMPOTENCY_KEY')

    const { id: productId } = made.body.data.product
    const body = { productId, name: 'Backend', permissions: ['license:read'] }
    const forKey = headers()
    const [issued, repeated] = [
      await call('POST', '/v1/api-keys', { headers: forKey, body }),
      await call('POST', '/v1/api-keys', { headers: forKey, body }),
    ]
    assert.equal(issued.status, 201)
    assert.deepEqual(repeated.body, issued.body)
    const guessed = await call('POST', '/v1/api-keys', {
      headers: { ...forKey, 'X-Admin-Token': 'guessed' },
      body,
    })
    assert.equal(guessed.body.error.code, 'UNAUTHORIZED')
    const { products, keys } = (await firstRow<{ products: number; keys: number }>(
      db.connection(),
      `select (select count(*)::int from products where org_id = ?) as products,
         (select count(*)::int from api_keys where product_id = ?) as keys`,
      [orgId, productId]
    ))!
    assert.deepEqual({ products, keys }, { products: 2, keys: 1 })
  })

  test('five calls at once under one Idempotency-Key make one product', async ({ assert }) => {
    using _ = configured({ enabled: true, token: TOKEN })
    const { orgId } = await createMerchant()
    const headers = { 'X-Admin-Token': TOKEN, 'Idempotency-Key': newId() }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => product(headers, { name: 'First', orgId }))
    )
    const refused = answers.filter(({ status }) => status !== 201)
    assert.isBelow(refused.length, answers.length)
    for (const { body } of refused) assert.equal(body.error.code, 'IDEMPOTENCY_IN_PROGRESS')
    const { count } = (await firstRow<{ count: number }>(
      db.connection(),
      'select count(*)::int as count from products where org_id = ? and name = ?',
      [orgId, 'First']
    ))!
    assert.equal(count, 1)
  })

  test('a product gets the names and policies that any product gets')
    .with([
      [{ name: 'x'.repeat(200) }, undefined],
      [{ name: 'x'.repeat(201) }, 'VALIDATION_ERROR'],
      [{ name: '   ' }, 'VALIDATION_ERROR'],
      [{ name: 'First', policy: null }, undefined],
      [{ name: 'First', policy: 'strict' }, 'VALIDATION_ERROR'],
    ] as const)
    .run(async ({ assert }, [body, code]) => {
      using _ = configured({ enabled: true, token: TOKEN })
      const { token, orgId } = await createMerchant()
      const path = `/v1/dashboard/orgs/${orgId}/products`
      assert.equal((await call('POST', path, { token, body })).body.error?.code, code)
      assert.equal((await product({ 'X-Admin-Token': TOKEN }, body)).body.error?.code, code)
    })

  test('an unknown org or product is not found', async ({ assert }) => {
    using _ = configured({ enabled: true, token: TOKEN })
    const headers = { 'X-Admin-Token': TOKEN }
    const org = await product(headers, { name: 'First', orgId: newId() })
    assert.equal(org.body.error.code, 'ORG_NOT_FOUND')
    const body = { productId: newId(), name: 'Backend', permissions: ['license:read'] }
    const key = await call('POST', '/v1/api-keys', { headers, body })
    assert.equal(key.body.error.code, 'PRODUCT_NOT_FOUND')
  })

  test('a suspended org gets no product and no key', async ({ assert }) => {
    using _ = configured({ enabled: true, token: TOKEN })
    const headers = { 'X-Admin-Token': TOKEN }
    const { orgId, productId } = await createMerchant()
    await new AdministerOrg(new SetPlan()).execute(orgId, { suspended: true }, SYSTEM)
    const key = { productId, name: 'Backend', permissions: ['license:read'] }
    const refused = [
      await product(headers, { name: 'Second', orgId }),
      await call('POST', '/v1/api-keys', { headers, body: key }),
    ]
    for (const { status, body } of refused) {
      assert.deepEqual([status, body.error.code], [403, 'FORBIDDEN'])
      assert.include(body.error.message, 'suspended')
    }
  })

  test('a full org takes no product, a full product no key, and no key begins expired', async ({
    assert,
    cleanup,
  }) => {
    using _ = configured({ enabled: true, token: TOKEN })
    const headers = { 'X-Admin-Token': TOKEN }
    const { orgId, productId } = await createMerchant()
    const key = { productId, name: 'Backend', permissions: ['license:read'] }
    const issue = async (body: object) =>
      (await call('POST', '/v1/api-keys', { headers, body })).body.error.code
    assert.equal(await issue({ ...key, expiresAt: '2020-01-01' }), 'BAD_REQUEST')
    const before = { ...quotas }
    cleanup(() => void Object.assign(quotas, before))
    Object.assign(quotas, { productsPerOrg: 1, apiKeysPerProduct: 0 })
    assert.equal((await product(headers, { name: 'Second', orgId })).body.error.code, 'LIMIT_REACHED')
    assert.equal(await issue(key), 'LIMIT_REACHED')
  })

  test('every way not to be let in', async ({ assert }) => {
    const merchant = await createMerchant()
    const { key } = await createApiKey(merchant, ['product:write'])
    const cases = [
      [{ enabled: false, token: TOKEN }, { 'x-admin-token': TOKEN }, 403, 'FORBIDDEN'],
      [{ enabled: true, token: null }, { 'x-admin-token': TOKEN }, 500, 'CONFIG_ERROR'],
      [{ enabled: true, token: TOKEN }, { 'x-admin-token': `${TOKEN}!` }, 401, 'UNAUTHORIZED'],
      [{ enabled: true, token: TOKEN }, {}, 401, 'UNAUTHORIZED'],
      [{ enabled: true, token: TOKEN }, { authorization: `Bearer ${merchant.token}` }, 401, 'UNAUTHORIZED'],
      [{ enabled: true, token: TOKEN }, { 'x-api-key': key }, 403, 'APIKEY_NOT_ALLOWED'],
      [{ enabled: false, token: TOKEN }, { 'x-api-key': key }, 403, 'APIKEY_NOT_ALLOWED'],
    ] as const
    for (const path of ['/v1/products', '/v1/api-keys']) {
      for (const [config, headers, status, code] of cases) {
        using _ = configured(config)
        const answer = await call('POST', path, { headers: headers, body: { name: 'First' } })
        assert.equal(answer.status, status, code)
        assert.equal(answer.body.error.code, code)
      }
    }
  })
})
