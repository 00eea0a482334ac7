import { test } from '@japa/runner'
import { quotas } from '#config/quotas'
import { newId } from '#kernel/secrets/ids'
import { BULK_CHANGES } from '#operations/kinds/registry'
import { call } from '#tests/testkit/api'
import { createMerchant } from '#tests/testkit/merchant'

/** Valid bodies for an org without licenses and without room for another operation, with the expected answer. */
const REFUSED = [
  ['PRODUCT_NOT_FOUND', 404, () => ({ filter: { productId: newId() } })],
  ['NOT_FOUND', 404, () => ({ filter: { tierId: newId() } })],
  ['CONFLICT', 409, () => ({ licenseIds: [newId()], expectedTotal: 2 })],
  ['LIMIT_REACHED', 403, () => ({ licenseIds: [newId()] })],
] as const

const CASES = BULK_CHANGES.flatMap(({ bulk }) =>
  REFUSED.map(([code, status, body]) => ({ name: bulk.name, bulk, code, status, body }))
)

test.group('bulk changes that cannot begin', () => {
  test('{name}: {code}')
    .with(CASES)
    .run(async ({ assert, cleanup }, { bulk, code, status, body }) => {
      const { orgId, token } = await createMerchant()
      const before = quotas.openOperationsPerOrg
      cleanup(() => void (quotas.openOperationsPerOrg = before))
      quotas.openOperationsPerOrg = 0
      const own = Object.fromEntries([
        ...Object.entries(bulk.numbers).map(([name, [least]]) => [name, least] as const),
        ...(bulk.ids ?? []).map((name) => [name, null] as const),
        ...(bulk.updateRights ? [['maxVersion', null] as const] : []),
      ])
      const path = `/v1/dashboard/orgs/${orgId}/licenses${bulk.path.replace(/\/$/, '')}`
      const answer = await call(bulk.method, path, {
        token,
        body: { ...body(), ...own },
      })
      assert.deepEqual([answer.status, answer.body.error?.code], [status, code])
      const list = await call('GET', `/v1/dashboard/orgs/${orgId}/operations`, { token })
      assert.lengthOf(list.body.data.operations, 0)
    })

  test('name each field of the filter that has no value', async ({ assert }) => {
    const { orgId, token } = await createMerchant()
    const answer = await call('POST', `/v1/dashboard/orgs/${orgId}/licenses/freeze`, {
      token,
      body: { filter: { status: null, tierId: null, frozen: false } },
    })
    assert.equal(answer.body.error?.code, 'VALIDATION_ERROR')
    assert.deepEqual(
      answer.body.error?.details?.map(({ field }) => field),
      ['filter.status', 'filter.tierId']
    )
  })
})
