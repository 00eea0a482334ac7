import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { auditTrail } from '#tests/testkit/audit'
import { makeLicense, memberToken } from '#tests/testkit/made_licenses'
import { createMerchant } from '#tests/testkit/merchant'

test.group('dashboard: products', () => {
  test('made, read, changed, listed and deleted', async ({ client, assert }) => {
    const { orgId, token } = await createMerchant()
    const policy = { hwidMode: 'limit', hwidLimit: 2 }
    const created = await client
      .post(`/v1/dashboard/orgs/${orgId}/products`)
      .bearerToken(token)
      .json({ name: ' Viewer ', keyPrefix: 'VIEW', policy })
    created.assertStatus(201)
    const { product } = created.body().data
    const { id, createdAt, updatedAt, ...rest } = product
    assert.equal(createdAt, updatedAt)
    assert.deepEqual(rest, {
      orgId,
      name: 'Viewer',
      keyPrefix: 'VIEW',
      policy,
      features: [],
      distribution: 'licensed',
      revision: 1,
    })
    const url = `/v1/dashboard/products/${id}`
    assert.deepEqual((await client.get(url).bearerToken(token)).body().data.product, product)
    const opened = await client.patch(url).bearerToken(token).json({ distribution: 'open' })
    assert.equal(opened.body().data.product.distribution, 'open')
    const patched = await client.patch(url).bearerToken(token).json({ keyPrefix: null, policy: {} })
    patched.assertStatus(200)
    assert.containSubset(patched.body().data.product, { id, name: 'Viewer', keyPrefix: null })
    assert.deepEqual(patched.body().data.product.policy, {})
    const listed = await client.get(`/v1/dashboard/orgs/${orgId}/products`).bearerToken(token)
    assert.lengthOf(listed.body().data.products, 2)
    const deleted = await client.delete(url).bearerToken(token)
    assert.deepEqual(deleted.body(), { ok: true, data: { id } })
    const gone = await client.get(url).bearerToken(token)
    gone.assertStatus(404)
    gone.assertBodyContains({ error: { code: 'PRODUCT_NOT_FOUND' } })
  })

  test('a change to the values that it has changes nothing', async ({ assert }) => {
    const merchant = await createMerchant()
    const { productId, token } = merchant
    const patch = async (body: object) => {
      const answer = await call('PATCH', `/v1/dashboard/products/${productId}`, { token, body })
      return answer.body.data.product
    }
    const values = {
      name: 'Viewer',
      keyPrefix: 'VIEW',
      distribution: 'open',
      policy: { hwidMode: 'limit', hwidLimit: 2 },
      features: [{ name: 'pdf', type: 'boolean' }],
    }
    const product = await patch(values)
    const told = async () => (await auditTrail(merchant)).length
    const before = await told()
    const policy = { hwidLimit: 2, hwidMode: 'limit' }
    assert.deepEqual(await patch({ ...values, name: ' Viewer ', policy }), product)
    assert.equal(await told(), before)
    const moved = await patch({ ...values, keyPrefix: null })
    assert.deepInclude(moved, { keyPrefix: null, revision: product.revision + 1 })
    assert.equal(await told(), before + 1)
  })

  test('generated keys carry the prefix; a policy reaches the licenses', async ({ client, assert }) => {
    const merchant = await createMerchant()
    await client
      .patch(`/v1/dashboard/products/${merchant.productId}`)
      .bearerToken(merchant.token)
      .json({ keyPrefix: 'ACME', policy: { sessionTtlSeconds: 60, maxHwidResets: 1 } })
    const license = await makeLicense(merchant, { policyOverride: { maxHwidResets: 2 } })
    assert.match(license.key, /^ACME-[0-9A-Z]{5}(-[0-9A-Z]{5}){4}$/)
    const read = await client.get(`/v1/dashboard/licenses/${license.id}`).bearerToken(merchant.token)
    assert.deepEqual(read.body().data.license.effectivePolicy, {
      hwidMode: 'none',
      hwidLimit: 1,
      ipMode: 'none',
      ipLimit: 1,
      regionLimit: 1,
      ipWindowMinutes: 1440,
      maxConcurrentSessions: null,
      onSessionLimit: 'deny',
      sessionTtlSeconds: 60,
      maxHwidResets: 2,
      hwidResetWindowDays: null,
      maxIpResets: 10,
      ipResetWindowDays: 30,
      deviceReleases: 'counts',
      expiredDownloads: 'none',
    })
  })

  test('a product with licenses stays', async ({ client }) => {
    const merchant = await createMerchant()
    await makeLicense(merchant)
    const response = await client
      .delete(`/v1/dashboard/products/${merchant.productId}`)
      .bearerToken(merchant.token)
    response.assertStatus(409)
    response.assertBodyContains({ error: { code: 'CONFLICT' } })
  })

  test('{0} is VALIDATION_ERROR for {1}')
    .with([
      [{ name: '' }, 'name'],
      [{ name: '   ' }, 'name'],
      [{ name: 5 }, 'name'],
      [{ name: 'x'.repeat(201) }, 'name'],
      [{ name: 'x', keyPrefix: 'a b' }, 'keyPrefix'],
      [{ name: 'x', policy: { hwidLimit: 0 } }, 'policy.hwidLimit'],
      [{ name: 'x', policy: { nonsense: true } }, 'policy.nonsense'],
      [{ name: 'x', policy: 'strict' }, 'policy'],
      [{}, 'name'],
    ] as const)
    .run(async ({ client, assert }, [body, field]) => {
      const merchant = await createMerchant()
      const created = await client
        .post(`/v1/dashboard/orgs/${merchant.orgId}/products`)
        .bearerToken(merchant.token)
        .json(body)
      const patched = await client
        .patch(`/v1/dashboard/products/${merchant.productId}`)
        .bearerToken(merchant.token)
        .json(body)
      for (const response of [created, patched]) {
        response.assertStatus(400)
        assert.equal(response.body().error.code, 'VALIDATION_ERROR')
      }
      assert.equal(created.body().error.details[0].field, field)
    })

  test('only admins write products, and nobody touches those of others', async ({ client, assert }) => {
    const [mine, theirs] = [await createMerchant(), await createMerchant()]
    const member = await memberToken(mine, 'MEMBER')
    const make = await client
      .post(`/v1/dashboard/orgs/${mine.orgId}/products`)
      .bearerToken(member)
      .json({ name: 'x' })
    assert.deepEqual([make.status(), make.body().error.code], [403, 'INSUFFICIENT_SCOPE'])
    for (const method of ['patch', 'delete'] as const) {
      const url = (productId: string) => `/v1/dashboard/products/${productId}`
      const low = await client[method](url(mine.productId)).bearerToken(member).json({ name: 'x' })
      assert.deepEqual([low.status(), low.body().error.code], [403, 'INSUFFICIENT_SCOPE'])
      const foreign = await client[method](url(theirs.productId)).bearerToken(mine.token).json({ name: 'x' })
      assert.deepEqual([foreign.status(), foreign.body().error.code], [404, 'PRODUCT_NOT_FOUND'])
      const bad = await client[method](url('editor')).bearerToken(mine.token).json({ name: 'x' })
      assert.deepEqual([bad.status(), bad.body().error.code], [400, 'VALIDATION_ERROR'])
    }
    const read = await client.get(`/v1/dashboard/products/${mine.productId}`).bearerToken(member)
    read.assertStatus(200)
  })
})
