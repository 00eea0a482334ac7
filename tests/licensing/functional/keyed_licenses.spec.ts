import { test } from '@japa/runner'
import type { Permission } from '#catalog/rules/permissions'
import { newId } from '#kernel/secrets/ids'
import { giveTo } from '#tests/testkit/licenses'
import { makeLicense } from '#tests/testkit/made_licenses'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'

const ENTRY = { type: 'HWID', value: 'device' }
const FUTURE = '2090-01-01T00:00:00.000Z'

/** Every route of the family with the permission that it requires; `:id` is a license of the product. */
const ROUTES = [
  ['get', '/licenses', 'license:read', 200],
  ['post', '/licenses', 'license:create', 201],
  ['get', '/licenses/:id', 'license:read', 200],
  ['get', '/licenses/:id/events', 'license:read', 200],
  ['patch', '/licenses/:id', 'license:update', 200],
  ['delete', '/licenses/:id', 'license:delete', 200],
  ['post', '/licenses/:id/revoke', 'license:revoke', 200],
  ['post', '/licenses/:id/unrevoke', 'license:unrevoke', 409],
  ['post', '/licenses/:id/suspend', 'license:update', 200],
  ['post', '/licenses/:id/unsuspend', 'license:update', 409],
  ['post', '/licenses/:id/reset-hwid', 'license:reset_hwid', 200],
  ['post', '/licenses/:id/reset-ip', 'license:reset_ip', 200],
  ['get', '/blacklist', 'blacklist:read', 200],
  ['post', '/blacklist', 'blacklist:write', 201],
  ['post', '/blacklist/bulk', 'blacklist:write', 201],
  ['delete', `/blacklist/${newId()}`, 'blacklist:write', 404],
  ['get', '/analytics', 'analytics:read', 200],
  ['get', '/analytics/timeseries?metric=created', 'analytics:read', 200],
  ['get', '/end-users', 'end_user:read', 200],
  ['get', '', 'product:read', 200],
  ['patch', '', 'product:write', 200],
] as const

const BODIES: Record<string, object> = {
  'patch/licenses/:id': { metadata: { a: 1 } },
  'post/blacklist': ENTRY,
  'post/blacklist/bulk': { entries: [ENTRY] },
  patch: { name: 'Renamed' },
}

const ALL: Permission[] = [...new Set(ROUTES.map(([, , permission]) => permission))]

test.group('API-key family', () => {
  test('{0} {1} needs {2}')
    .with([...ROUTES])
    .run(async ({ client, assert }, [method, path, permission, status]) => {
      const [mine, theirs] = [await createMerchant(), await createMerchant()]
      const [{ id }, foreign] = [await makeLicense(mine), await makeLicense(theirs)]
      const allowed = await createApiKey(mine, [permission])
      const denied = await createApiKey(
        mine,
        ALL.filter((one) => one !== permission)
      )
      const call = (productId: string, license: string, headers: Record<string, string>) =>
        client[method](`/v1/products/${productId}${path.replace(':id', license)}`)
          .headers(headers)
          .json(BODIES[method + path] ?? {})
      const key = { 'x-api-key': allowed.key }
      const good = await call(mine.productId, id, key)
      assert.equal(good.status(), status)
      const missing = await call(mine.productId, id, { 'x-api-key': denied.key })
      assert.deepEqual([missing.status(), missing.body().error.code], [403, 'PERMISSION_DENIED'])
      assert.include(missing.body().error.message, permission)
      const elsewhere = await call(theirs.productId, foreign.id, key)
      assert.deepEqual([elsewhere.status(), elsewhere.body().error.code], [403, 'FORBIDDEN'])
      const badProduct = await call('editor', id, key)
      assert.deepEqual([badProduct.status(), badProduct.body().error.code], [400, 'VALIDATION_ERROR'])
      const user = await call(mine.productId, id, { authorization: `Bearer ${mine.token}` })
      assert.deepEqual([user.status(), user.body().error.code], [401, 'UNAUTHORIZED'])
      if (path.includes(':id')) {
        const hidden = await call(mine.productId, foreign.id, key)
        assert.deepEqual([hidden.status(), hidden.body().error.code], [404, 'LICENSE_NOT_FOUND'])
        const bad = await call(mine.productId, '12', key)
        assert.deepEqual([bad.status(), bad.body().error.code], [400, 'VALIDATION_ERROR'])
      }
    })

  test('license:write stands for create and update', async ({ client }) => {
    const merchant = await createMerchant()
    const { key } = await createApiKey(merchant, ['license:write'])
    const { id } = await makeLicense(merchant)
    const base = `/v1/products/${merchant.productId}/licenses`
    const created = await client.post(base).header('x-api-key', key).json({})
    created.assertStatus(201)
    const patched = await client.patch(`${base}/${id}`).header('x-api-key', key).json({ frozen: true })
    patched.assertStatus(200)
    const read = await client.get(base).header('x-api-key', key)
    read.assertStatus(403)
  })

  test('creates for the product of the path, which a body can only repeat', async ({ client, assert }) => {
    const [merchant, other] = [await createMerchant(), await createMerchant()]
    const { key } = await createApiKey(merchant, ['license:create', 'license:read'])
    const base = `/v1/products/${merchant.productId}/licenses`
    const created = await client
      .post(base)
      .header('authorization', `Bearer ${key}`)
      .json({ count: 2, expiresAt: FUTURE, productId: merchant.productId })
    const elsewhere = await client.post(base).header('x-api-key', key).json({ productId: other.productId })
    elsewhere.assertStatus(400)
    assert.equal(elsewhere.body().error.details[0].field, 'productId')
    created.assertStatus(201)
    assert.deepEqual(
      created.body().data.licenses.map((one: { productId: string }) => one.productId),
      [merchant.productId, merchant.productId]
    )
    const bad = await client.post(base).header('x-api-key', key).json({ count: 501 })
    bad.assertStatus(400)
    bad.assertBodyContains({ error: { code: 'BAD_REQUEST' } })
    const list = await client.get(base).qs({ pageSize: 1 }).header('x-api-key', key)
    assert.deepEqual(list.body().data.pagination, { page: 1, pageSize: 1, total: 2, totalPages: 2 })
  })

  test('the owner of a license shows only to keys with end_user:read', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const license = await makeLicense(merchant)
    const endUserId = await giveTo(merchant, license.id)
    const base = `/v1/products/${merchant.productId}/licenses`
    const seeing = await createApiKey(merchant, ['license:read', 'end_user:read'])
    const blind = await createApiKey(merchant, ['license:read'])
    const owner = { endUserId, endUserUsername: 'ada', endUserEmail: 'ada@example.com' }
    const seen = await client.get(`${base}/${license.id}`).header('x-api-key', seeing.key)
    assert.containSubset(seen.body().data.license, owner)
    const listed = await client.get(base).header('x-api-key', seeing.key)
    assert.containSubset(listed.body().data.licenses[0], owner)
    for (const url of [`${base}/${license.id}`, base]) {
      const unseen = await client.get(url).header('x-api-key', blind.key)
      assert.notInclude(unseen.text(), 'endUser')
    }
    const dashboard = await client.get(`/v1/dashboard/licenses/${license.id}`).bearerToken(merchant.token)
    assert.notInclude(dashboard.text(), 'endUser')
    for (const url of ['/v1/end-users', `/v1/products/${merchant.productId}/end-users`]) {
      const people = await client.get(url).header('x-api-key', seeing.key)
      people.assertStatus(200)
      const [person] = people.body().data.endUsers
      assert.containSubset(person, {
        id: endUserId,
        username: 'ada',
        email: 'ada@example.com',
        banned: false,
      })
      assert.isNull(people.body().data.nextCursor)
      const refused = await client.get(url).header('x-api-key', blind.key)
      refused.assertStatus(403)
      const bad = await client.get(url).qs({ cursor: 'x' }).header('x-api-key', seeing.key)
      bad.assertBodyContains({ error: { code: 'INVALID_CURSOR' } })
    }
  })
})
