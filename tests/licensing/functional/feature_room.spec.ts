import { test } from '@japa/runner'
import fc from 'fast-check'
import { licensesOverRoom } from '#catalog/queries/feature_room'
import { declaredDefaults, ownFeatureProblems, type Features } from '#catalog/rules/features'
import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { call } from '#tests/testkit/api'
import { createMerchant } from '#tests/testkit/merchant'
import { seedLicenses } from '#tests/testkit/licenses'
import { createTier, declareFeatures } from '#tests/testkit/tiers'

const DECLARED = [
  ...['a', 'b', 'c'].map((name) => ({ name, type: 'string' }) as const),
  ...[{ name: 'seats', type: 'integer' } as const, { name: 'export', type: 'boolean' } as const],
]

/** Ordinary texts, and texts with the most bytes for their length. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.nat({ max: 2800 }).map((length) => 'ü'.repeat(length)),
  fc.nat({ max: 700 }).map((length) => '\n"\\\u0001'.repeat(length))
)

const features = fc
  .record(
    { a: text, b: text, c: text, seats: fc.maxSafeInteger(), export: fc.boolean() },
    { requiredKeys: [] }
  )
  .map((values) => JSON.parse(JSON.stringify(values).replaceAll('\\u0000', ' ')) as Features)

/** contract/17-tiers */
test.group('room for features', () => {
  test('is counted in SQL as the rule counts it', async ({ assert }) => {
    const merchant = await createMerchant()
    await declareFeatures(merchant, DECLARED)
    const [{ id }] = await seedLicenses(merchant, 1)
    const where = { sql: 'l.id = ?', values: [id] }
    const seen = new Set<boolean>()
    await fc.assert(
      fc.asyncProperty(features, fc.option(features), async (own, tier) => {
        const found = await transaction(async (trx) => {
          await rows(trx, `update licenses set features = ?::jsonb where id = ?`, [JSON.stringify(own), id])
          return licensesOverRoom(trx, where, { tier })
        })
        const over = ownFeatureProblems(declaredDefaults(DECLARED), tier, own).length > 0
        seen.add(over)
        assert.deepEqual(found, over ? [id] : [])
      }),
      { numRuns: 150 }
    )
    assert.equal(seen.size, 2)
  })

  test('is kept by changes of a tier and of what a product declares', async ({ assert }) => {
    const merchant = await createMerchant()
    const { token, productId } = merchant
    await declareFeatures(merchant, DECLARED)
    const tier = await createTier(merchant)
    await seedLicenses(merchant, 1, { tierId: tier.id, features: { a: 'x'.repeat(4000) } })
    const patch = (path: string, body: object) => call('PATCH', path, { token, body })
    const path = `/v1/dashboard/tiers/${tier.id}`
    const big = await patch(path, { features: { b: 'x'.repeat(4200) } })
    assert.equal(big.body.error.code, 'VALIDATION_ERROR')
    assert.equal(big.body.error.details![0].field, 'features')
    // The license has its own value, so the value of the tier does not count.
    assert.equal((await patch(path, { features: { a: 'x'.repeat(5000) } })).status, 200)
    await patch(path, { features: { b: 'x'.repeat(4100) }, confirm: true })
    const more = Array.from({ length: 10 }, (_, at) => ({ name: `more_${at}`, type: 'string' }))
    const product = `/v1/dashboard/products/${productId}`
    const declared = await patch(product, { features: [...DECLARED, ...more] })
    assert.equal(declared.body.error.code, 'VALIDATION_ERROR')
    assert.equal((await patch(product, { features: [...DECLARED, more[0]] })).status, 200)
  })
})
