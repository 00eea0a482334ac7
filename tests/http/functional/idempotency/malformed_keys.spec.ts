import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { seedLicenses } from '#tests/testkit/licenses'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'
import { createMember } from '#tests/testkit/team'

const headers = { 'idempotency-key': 'bad key' }

/** contract/01-changes#bounds: credential, tenant and role come first. */
test.group('a malformed Idempotency-Key', () => {
  test('tells nothing to those who may not make the call', async ({ assert }) => {
    const merchant = await createMerchant()
    const [{ id }] = await seedLicenses(merchant, 1)
    const viewer = await createMember(merchant, 'VIEWER')
    const { token: stranger } = await createMerchant()
    const org = `/v1/dashboard/orgs/${merchant.orgId}`
    const license = `/v1/dashboard/licenses/${id}`
    const product = `/v1/products/${merchant.productId}/licenses`
    const { key: apiKey } = await createApiKey(merchant, ['license:read'])
    for (const [method, path, caller, code] of [
      ['PATCH', org, {}, 'UNAUTHORIZED'],
      ['PATCH', org, { token: stranger }, 'FORBIDDEN'],
      ['PATCH', org, { token: viewer.token }, 'INSUFFICIENT_SCOPE'],
      ['PATCH', `/v1/dashboard/orgs/${newId()}`, { token: stranger }, 'ORG_NOT_FOUND'],
      ['PATCH', license, { token: stranger }, 'LICENSE_NOT_FOUND'],
      ['POST', `${org}/licenses/import`, { token: viewer.token }, 'INSUFFICIENT_SCOPE'],
      ['POST', product, { apiKey }, 'PERMISSION_DENIED'],
      ['PATCH', license, { token: merchant.token }, 'BAD_IDEMPOTENCY_KEY'],
      ['POST', `${org}/licenses/import`, { token: merchant.token }, 'BAD_IDEMPOTENCY_KEY'],
    ] as const) {
      const { body } = await call(method, path, { ...caller, headers, body: {} })
      assert.equal(body.error?.code, code, `${method} ${path} ${code}`)
    }
  })
})
