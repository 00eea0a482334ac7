import { test } from '@japa/runner'
import { assertRefused, FAMILIES, familyOf } from '#tests/testkit/families'
import { createMerchant } from '#tests/testkit/merchant'
import { memberToken, outgoingEvents } from '#tests/testkit/made_licenses'

const FUTURE = '2090-01-01T00:00:00.000Z'
const PAST = '2020-01-01T00:00:00.000Z'
const GENERATED = /^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){4}$/

for (const family of FAMILIES) {
  test.group(`${family}: create licenses`, () => {
    test('one license, ACTIVE, with a generated key and its event', async ({ client, assert }) => {
      const merchant = await createMerchant()
      const { licenses: url, headers } = await familyOf(family, merchant)
      const response = await client.post(url).headers(headers).json({ productId: merchant.productId })
      response.assertStatus(201)
      const { licenses } = response.body().data
      assert.lengthOf(licenses, 1)
      const { id, key, createdAt, ...rest } = licenses[0]
      assert.match(key, GENERATED)
      assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      assert.deepEqual(rest, {
        productId: merchant.productId,
        status: 'ACTIVE',
        expiresAt: null,
        expiresAfterDays: null,
        tier: null,
        activatedAt: null,
      })
      assert.deepEqual(await outgoingEvents(merchant), [
        { name: 'license.created', productId: merchant.productId, data: { licenseId: id } },
      ])
    })

    test('five hundred at once, all different', async ({ client, assert }) => {
      const merchant = await createMerchant()
      const { licenses: url, headers } = await familyOf(family, merchant)
      const response = await client
        .post(url)
        .headers(headers)
        .json({ productId: merchant.productId, count: 500, expiresAfterDays: 30 })
      response.assertStatus(201)
      const { licenses } = response.body().data
      assert.equal(new Set(licenses.map((one: { key: string }) => one.key)).size, 500)
      assert.lengthOf(await outgoingEvents(merchant), 500)
    })

    test('a custom key, terms, override and metadata are kept', async ({ client, assert }) => {
      const merchant = await createMerchant()
      const { licenses: url, license: one, headers } = await familyOf(family, merchant)
      const body = {
        productId: merchant.productId,
        count: 1,
        key: 'Custom_key-1.0',
        expirationMode: 'both',
        expiresAt: '2090-01-01T02:00:00+02:00',
        expiresAfterDays: 30,
        policyOverride: { hwidMode: 'sticky' },
        metadata: { customer: 'Ada', seats: { used: 1 } },
      }
      const created = await client.post(url).headers(headers).json(body)
      created.assertStatus(201)
      const [{ id }] = created.body().data.licenses
      const read = await client.get(one(id)).headers(headers)
      assert.containSubset(read.body().data.license, {
        key: body.key,
        expirationMode: 'both',
        expiresAt: FUTURE,
        expiresAfterDays: 30,
        policyOverride: body.policyOverride,
        metadata: body.metadata,
      })
    })

    test('{0} is {1} naming {2}')
      .with([
        [{ count: 0 }, 'BAD_REQUEST', null],
        [{ count: 501 }, 'BAD_REQUEST', null],
        [{ count: -1 }, 'BAD_REQUEST', null],
        [{ count: 1.5 }, 'VALIDATION_ERROR', 'count'],
        [{ count: '2' }, 'VALIDATION_ERROR', 'count'],
        [{ count: 2, key: 'CUSTOM' }, 'BAD_REQUEST', null],
        [{ key: 'a b c d' }, 'VALIDATION_ERROR', 'key'],
        [{ key: '' }, 'VALIDATION_ERROR', 'key'],
        [{ key: 5 }, 'VALIDATION_ERROR', 'key'],
        [{ expirationMode: 'sometimes' }, 'VALIDATION_ERROR', 'expirationMode'],
        [{ expirationMode: 'fixed' }, 'VALIDATION_ERROR', 'expiresAt'],
        [{ expirationMode: 'afterActivation' }, 'VALIDATION_ERROR', 'expiresAfterDays'],
        [{ expirationMode: 'both', expiresAt: FUTURE }, 'VALIDATION_ERROR', 'expiresAfterDays'],
        [{ expirationMode: 'never', expiresAt: FUTURE }, 'VALIDATION_ERROR', 'expiresAt'],
        [{ expirationMode: 'fixed', expiresAt: PAST }, 'BAD_REQUEST', null],
        [{ expiresAt: PAST }, 'BAD_REQUEST', null],
        [{ expiresAt: 'tomorrow' }, 'VALIDATION_ERROR', 'expiresAt'],
        [{ expiresAt: 1893456000000 }, 'VALIDATION_ERROR', 'expiresAt'],
        [{ expiresAfterDays: 0 }, 'VALIDATION_ERROR', 'expiresAfterDays'],
        [{ expiresAfterDays: 36_501 }, 'VALIDATION_ERROR', 'expiresAfterDays'],
        [{ policyOverride: { hwidMode: 'loose' } }, 'VALIDATION_ERROR', 'policyOverride.hwidMode'],
        [{ policyOverride: { nonsense: 1 } }, 'VALIDATION_ERROR', 'policyOverride.nonsense'],
        [{ policyOverride: [] }, 'VALIDATION_ERROR', 'policyOverride'],
        [{ metadata: [] }, 'VALIDATION_ERROR', 'metadata'],
        [{ metadata: { a: 'x'.repeat(16_384) } }, 'VALIDATION_ERROR', 'metadata'],
      ] as const)
      .run(async ({ client, assert }, [fields, code, field]) => {
        const merchant = await createMerchant()
        const { licenses: url, headers } = await familyOf(family, merchant)
        const response = await client
          .post(url)
          .headers(headers)
          .json({ productId: merchant.productId, ...fields })
        assertRefused(response, code, field)
        assert.lengthOf(await outgoingEvents(merchant), 0)
      })
  })
}

test.group('dashboard: create licenses, within reach', () => {
  test('{0} is {1} naming {2}')
    .with([
      [{ productId: 'editor' }, 'VALIDATION_ERROR', 'productId'],
      [{}, 'VALIDATION_ERROR', 'productId'],
      [{ productId: '0199a1b2-0000-7000-8000-000000000000' }, 'PRODUCT_NOT_FOUND', null],
    ] as const)
    .run(async ({ client, assert }, [body, code, field]) => {
      const merchant = await createMerchant()
      const { licenses: url, headers } = await familyOf('dashboard', merchant)
      const response = await client.post(url).headers(headers).json(body)
      response.assertStatus(code === 'PRODUCT_NOT_FOUND' ? 404 : 400)
      const { error } = response.body()
      assert.deepEqual([error.code, error.details?.[0].field ?? null], [code, field])
      assert.lengthOf(await outgoingEvents(merchant), 0)
    })

  test('a key that the org has is CONFLICT, another org may use it', async ({ client }) => {
    const [mine, theirs] = [await createMerchant(), await createMerchant()]
    const create = (merchant: typeof mine) =>
      client
        .post(`/v1/dashboard/orgs/${merchant.orgId}/licenses`)
        .bearerToken(merchant.token)
        .json({ productId: merchant.productId, key: 'SAME-KEY' })
    const first = await create(mine)
    first.assertStatus(201)
    const again = await create(mine)
    again.assertStatus(409)
    again.assertBodyContains({ error: { code: 'CONFLICT' } })
    const elsewhere = await create(theirs)
    elsewhere.assertStatus(201)
  })

  test('other orgs, their products and low roles are refused', async ({ client }) => {
    const [mine, theirs] = [await createMerchant(), await createMerchant()]
    const post = (orgId: string, productId: string, token: string) =>
      client.post(`/v1/dashboard/orgs/${orgId}/licenses`).bearerToken(token).json({ productId })
    const foreignOrg = await post(theirs.orgId, theirs.productId, mine.token)
    foreignOrg.assertStatus(403)
    foreignOrg.assertBodyContains({ error: { code: 'FORBIDDEN' } })
    const foreignProduct = await post(mine.orgId, theirs.productId, mine.token)
    foreignProduct.assertStatus(404)
    foreignProduct.assertBodyContains({ error: { code: 'PRODUCT_NOT_FOUND' } })
    const unknownOrg = await post('0199a1b2-0000-7000-8000-000000000000', mine.productId, mine.token)
    unknownOrg.assertStatus(404)
    unknownOrg.assertBodyContains({ error: { code: 'ORG_NOT_FOUND' } })
    const viewer = await post(mine.orgId, mine.productId, await memberToken(mine, 'VIEWER'))
    viewer.assertStatus(403)
    viewer.assertBodyContains({ error: { code: 'INSUFFICIENT_SCOPE' } })
    const member = await post(mine.orgId, mine.productId, await memberToken(mine, 'MEMBER'))
    member.assertStatus(201)
    const nobody = await client.post(`/v1/dashboard/orgs/${mine.orgId}/licenses`).json({})
    nobody.assertStatus(401)
  })
})
