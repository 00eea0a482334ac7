import { test } from '@japa/runner'
import UpdateTier from '#licensing/actions/update_tier'
import type { TierInput } from '#licensing/rules/tier'
import { SYSTEM } from '#kernel/audit/audit'
import { authorize, createVendor, seedLicense, type Vendor } from '#tests/testkit/runtime'
import { createTier, declareFeatures, productScope } from '#tests/testkit/tiers'

function change(vendor: Vendor, id: string, input: TierInput) {
  return new UpdateTier().execute(productScope(vendor), id, { ...input, confirm: true }, SYSTEM)
}

test.group('authorize: tiers', () => {
  test('answers the tier, fifty features, and which of them the program has', async ({ assert }) => {
    const vendor = await createVendor()
    const names = Array.from({ length: 50 }, (_, at) => `feature-${at}`)
    await declareFeatures(
      vendor,
      names.map((name, at) => ({ name, type: at % 2 === 0 ? ('boolean' as const) : ('integer' as const) }))
    )
    const features = Object.fromEntries(names.map((name, at) => [name, at % 2 === 0 ? true : at]))
    const tier = await createTier(vendor, { code: 'pro', features })
    const license = await seedLicense(vendor, { tierId: tier.id, features: { 'feature-1': 0 } })
    const plain = await authorize(vendor, license.key)
    assert.equal(plain.status, 200)
    assert.equal(plain.body.data.tier, 'pro')
    assert.deepEqual(plain.body.data.features, { ...features, 'feature-1': 0 })
    assert.notProperty(plain.body.data, 'granted')
    const asked = await authorize(vendor, license.key, { features: ['feature-0', 'feature-1', 'feature-x'] })
    assert.deepEqual(asked.body.data.granted, { 'feature-0': true, 'feature-1': false, 'feature-x': false })
    const none = await authorize(vendor, license.key, { features: [] })
    assert.deepEqual(none.body.data.granted, {})
  })

  test('names that are no list of texts are refused: {0}')
    .with([
      { features: 'export' },
      { features: [1] },
      { features: [''] },
      { features: ['x'.repeat(65)] },
      { features: Array.from({ length: 201 }, () => 'x') },
    ])
    .run(async ({ assert }, { features }) => {
      const vendor = await createVendor()
      const license = await seedLicense(vendor)
      const answer = await authorize(vendor, license.key, { features })
      assert.equal(answer.status, 400)
      assert.equal(answer.body.error?.code, 'VALIDATION_ERROR')
    })

  test('a change of the tier is what the very next call sees, of any license', async ({ assert }) => {
    const vendor = await createVendor()
    await declareFeatures(vendor, [{ name: 'export', type: 'boolean' }])
    const tier = await createTier(vendor, { features: { export: true } })
    const licenses = await Promise.all([1, 2, 3].map(() => seedLicense(vendor, { tierId: tier.id })))
    const all = (hwid: string) => Promise.all(licenses.map(({ key }) => authorize(vendor, key, { hwid })))
    for (const { body } of await all('one')) assert.deepEqual(body.data.features, { export: true })
    await change(vendor, tier.id, { features: {}, policy: { hwidMode: 'limit', hwidLimit: 1 } })
    for (const { body } of await all('one')) assert.deepEqual(body.data.features, { export: false })
    for (const { body } of await all('two')) assert.equal(body.reasonCode, 'HWID_LIMIT_EXCEEDED')
    await change(vendor, tier.id, { policy: { hwidMode: 'limit', hwidLimit: 2 } })
    for (const { status } of await all('two')) assert.equal(status, 200)
  })

  test('addresses are bound where the tier alone looks at them', async ({ assert }) => {
    const vendor = await createVendor()
    const tier = await createTier(vendor, { policy: { ipMode: 'sticky' } })
    const license = await seedLicense(vendor, { tierId: tier.id })
    assert.equal((await authorize(vendor, license.key, { ip: '8.8.8.8' })).status, 200)
    assert.equal((await authorize(vendor, license.key, { ip: '8.8.8.8' })).status, 200)
    const moved = await authorize(vendor, license.key, { ip: '1.1.1.1' })
    assert.equal(moved.body.reasonCode, 'IP_STICKY_VIOLATION')
  })
})
