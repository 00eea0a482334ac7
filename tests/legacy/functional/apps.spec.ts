import { test } from '@japa/runner'
import { quotas } from '#config/quotas'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { seedLicenses } from '#tests/testkit/licenses'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'
import { createMember } from '#tests/testkit/team'

const post = (what: 'create' | 'delete', body: object, credential: { token?: string; apiKey?: string }) =>
  call('POST', `/api/apps/${what}`, { ...credential, body })

/** interface#49-secondary-route-set-under-api */
test.group('apps of the secondary routes', () => {
  test('are products of the org that a user works in', async ({ assert }) => {
    const { orgId, token } = await createMerchant()
    const fields = { keyPrefix: 'PLAY', policy: { hwidMode: 'sticky' } }
    const made = await post('create', { name: ' Player ', orgId, ...fields }, { token })
    assert.equal(made.status, 201)
    assert.containSubset(made.body.data.app, { orgId, name: 'Player', ...fields })
    const { id } = made.body.data.app
    const read = await call('GET', `/v1/dashboard/products/${id}`, { token })
    assert.deepEqual(read.body.data.product, made.body.data.app)
    assert.deepEqual((await post('delete', { appId: id }, { token })).body.data, { id })
    assert.equal((await post('delete', { appId: id }, { token })).body.error.code, 'PRODUCT_NOT_FOUND')
  })

  test('are made and deleted by ADMINs, never by keys', async ({ assert }) => {
    const merchant = await createMerchant()
    const { key } = await createApiKey(merchant, ['product:write'])
    const member = await createMember(merchant, 'MEMBER')
    const { orgId } = merchant
    await call('POST', '/v1/dashboard/active-org', { token: member.token, body: { orgId } })
    const both = [await createMember(merchant, 'ADMIN')]
    for (const what of ['create', 'delete'] as const) {
      const body = { name: 'X', appId: merchant.productId }
      assert.equal((await post(what, body, {})).body.error.code, 'UNAUTHORIZED')
      assert.equal((await post(what, body, { apiKey: key })).body.error.code, 'APIKEY_NOT_ALLOWED')
      assert.equal((await post(what, body, { token: member.token })).body.error.code, 'INSUFFICIENT_SCOPE')
      // The user has two orgs and has chosen none.
      assert.equal((await post(what, body, { token: both[0].token })).body.error.code, 'NO_ACTIVE_ORG')
    }
  })

  test('are as many as an org may have', async ({ assert, cleanup }) => {
    const { token } = await createMerchant()
    const before = quotas.productsPerOrg
    cleanup(() => void (quotas.productsPerOrg = before))
    quotas.productsPerOrg = 1
    assert.equal((await post('create', { name: 'X' }, { token })).body.error.code, 'LIMIT_REACHED')
  })

  test('with licenses stay, and those of other orgs are out of reach', async ({ assert }) => {
    const [merchant, stranger] = [await createMerchant(), await createMerchant()]
    await seedLicenses(merchant, 1)
    const code = async (body: object, { token }: { token: string }) =>
      (await post('delete', body, { token })).body.error.code
    assert.equal(await code({ appId: merchant.productId }, merchant), 'CONFLICT')
    assert.equal(await code({ appId: merchant.productId }, stranger), 'PRODUCT_NOT_FOUND')
    assert.equal(await code({ appId: newId() }, merchant), 'PRODUCT_NOT_FOUND')
    assert.equal(await code({ appId: 'x' }, merchant), 'VALIDATION_ERROR')
    assert.equal((await post('create', {}, merchant)).body.error.code, 'VALIDATION_ERROR')
  })

  test('are made in no other org than that, and a body that names one is told so', async ({ assert }) => {
    const merchant = await createMerchant()
    const fieldOf = async (body: object) =>
      (await post('create', { name: 'X', ...body }, merchant)).body.error?.details?.[0].field
    const elsewhere = await post('create', { name: 'X', orgId: newId() }, merchant)
    assert.equal(elsewhere.body.error.code, 'FORBIDDEN')
    assert.include(elsewhere.body.error.message, 'orgId')
    assert.equal(await fieldOf({ orgId: 'x' }), 'orgId')
    assert.equal(await fieldOf({ keyPrefix: 'no prefix' }), 'keyPrefix')
    assert.include(await fieldOf({ policy: { hwidMode: 'never heard of' } }), 'policy')
  })
})
