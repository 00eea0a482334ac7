import { test } from '@japa/runner'
import { BULK_CHANGES } from '#operations/kinds/registry'
import { call } from '#tests/testkit/api'
import { FAMILIES, familyOf } from '#tests/testkit/families'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'

for (const name of FAMILIES) {
  test.group(`${name}: a write that takes no query parameters`, () => {
    test('{bulk.path} refuses dryRun in the query before it looks at the body')
      .with(BULK_CHANGES.map(({ bulk }) => ({ bulk })))
      .run(async ({ assert }, { bulk }) => {
        const merchant = await createMerchant()
        const { licenses, headers } = await familyOf(name, merchant)
        const [{ id }] = await seedLicenses(merchant, 1)
        const path = `${licenses}${bulk.path.replace(/\/$/, '')}`
        for (const parameter of ['dryRun=true', 'dryRun=']) {
          const body = { licenseIds: [id], unknown: 1 }
          const answer = await call(bulk.method, `${path}?${parameter}`, { headers, body })
          assert.equal(answer.status, 400, parameter)
          assert.equal(answer.body.error.code, 'VALIDATION_ERROR')
          assert.deepEqual(answer.body.error.details, [
            { field: 'dryRun', message: 'There is no query parameter "dryRun": this route accepts none' },
          ])
        }
      })

    test('so do new licenses and many blacklist entries', async ({ assert }) => {
      const merchant = await createMerchant()
      const { licenses, blacklist, headers } = await familyOf(name, merchant)
      const entries = [{ type: 'HWID', value: 'x' }]
      for (const [path, field, body] of [
        [licenses, 'count', { productId: merchant.productId }],
        [`${blacklist}/bulk`, 'dryRun', { entries }],
      ] as const) {
        const answer = await call('POST', `${path}?${field}=5`, { headers, body })
        assert.equal(answer.status, 400, path)
        assert.equal(answer.body.error.details![0].field, field)
      }
    })
  })
}
