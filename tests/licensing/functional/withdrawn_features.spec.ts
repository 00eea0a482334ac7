import { test } from '@japa/runner'
import { FAMILIES, familyOf } from '#tests/testkit/families'
import { call } from '#tests/testkit/api'
import { createMerchant } from '#tests/testkit/merchant'
import { seedLicenses } from '#tests/testkit/licenses'
import { createTier, declareFeatures } from '#tests/testkit/tiers'

const TEXTS = ['a', 'b'].map((name) => ({ name, type: 'string' }) as const)

/** contract/17-tiers */
for (const family of FAMILIES) {
  test.group(`${family}: licenses that keep a feature which their product has withdrawn`, () => {
    test('they get another tier', async ({ client, assert }) => {
      const merchant = await createMerchant()
      const { license, headers } = await familyOf(family, merchant)
      await declareFeatures(merchant, [...TEXTS, { name: 'old', type: 'boolean' }])
      const features = { old: true, a: 'own' }
      const [{ id }] = await seedLicenses(merchant, 1, { features })
      const product = `/v1/dashboard/products/${merchant.productId}`
      const withdrawn = { features: TEXTS, confirm: true }
      assert.equal((await call('PATCH', product, { token: merchant.token, body: withdrawn })).status, 200)
      const tier = await createTier(merchant, { code: 'pro', features: { a: 'tier', b: 'tier' } })
      const moved = await client.patch(license(id)).headers(headers).json({ tierId: tier.id })
      moved.assertStatus(200)
      assert.containSubset(moved.body().data.license, {
        tier: 'pro',
        features: { a: 'own', b: 'tier' },
        ownFeatures: features,
      })
      const patch = (body: object) => client.patch(license(id)).headers(headers).json(body)
      const same = await patch({ features })
      assert.equal(same.body().data.license?.revision, moved.body().data.license.revision)
      const other = await patch({ features: { ...features, a: 'other' } })
      assert.equal(other.body().error.details[0].field, 'features.old')
    })

    test('they must fit beside the features of the tier all the same', async ({ client, assert }) => {
      const merchant = await createMerchant()
      const { license, headers } = await familyOf(family, merchant)
      await declareFeatures(merchant, TEXTS)
      const [{ id }] = await seedLicenses(merchant, 1, { features: { a: 'x'.repeat(400) } })
      const big = await createTier(merchant, { features: { b: 'x'.repeat(8000) } })
      const moved = await client.patch(license(id)).headers(headers).json({ tierId: big.id })
      assert.deepEqual(
        [moved.status(), moved.body().error.code, moved.body().error.details[0].field],
        [400, 'VALIDATION_ERROR', 'features']
      )
    })
  })
}

test.group('tiers that keep a feature which their product has withdrawn', () => {
  test('they can be changed with the features that they have', async ({ assert }) => {
    const merchant = await createMerchant()
    const { token } = merchant
    await declareFeatures(merchant, [...TEXTS, { name: 'old', type: 'boolean' }])
    const features = { old: true, a: 'tier' }
    const { id } = await createTier(merchant, { features })
    const product = `/v1/dashboard/products/${merchant.productId}`
    await call('PATCH', product, { token, body: { features: TEXTS, confirm: true } })
    const patch = (body: object) => call('PATCH', `/v1/dashboard/tiers/${id}`, { token, body })
    const renamed = await patch({ name: 'Renamed', features })
    assert.containSubset(renamed.body.data, { tier: { name: 'Renamed', features } })
    assert.equal((await patch({ features: { ...features, b: 'x' } })).body.error.code, 'VALIDATION_ERROR')
    await seedLicenses(merchant, 1, { tierId: id })
    const without = await patch({ features: { a: 'tier' } })
    assert.containSubset(without.body.data, { affected: 0, tier: { features: { a: 'tier' } } })
  })
})
