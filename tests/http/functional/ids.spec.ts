import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { createMerchant } from '#tests/testkit/merchant'
import { authorize, createVendor } from '#tests/testkit/runtime'

/** Ids that nobody has; the last three have a version or a variant that RFC 9562 does not know. */
const STRANGERS = [
  'f47ac10b-58cc-4372-a567-0e02b2c3d479',
  '00000000-0000-0000-0000-000000000000',
  '11111111-1111-1111-1111-111111111111',
  'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa',
  '12345678-1234-1234-1234-123456789ABC',
]

test.group('ids', () => {
  test('a well-formed id that nobody has is unknown, not malformed, wherever it stands: {$self}')
    .with(STRANGERS)
    .run(async ({ assert }, id) => {
      const { token, orgId } = await createMerchant()
      const org = `/v1/dashboard/orgs/${orgId}`
      const codeOf = async (method: string, path: string, body?: object) =>
        (await call(method, path, { token, body })).body.error?.code
      assert.equal(await codeOf('GET', `/v1/dashboard/products/${id}`), 'PRODUCT_NOT_FOUND')
      assert.equal(await codeOf('POST', `${org}/licenses`, { productId: id }), 'PRODUCT_NOT_FOUND')
      const filter = { filter: { productId: id } }
      assert.equal(await codeOf('POST', `${org}/licenses/freeze`, filter), 'PRODUCT_NOT_FOUND')
      assert.equal(await codeOf('GET', `${org}/licenses?productId=${id}`), 'PRODUCT_NOT_FOUND')
      assert.equal(await codeOf('POST', '/v1/dashboard/active-org', { orgId: id }), 'ORG_NOT_FOUND')
    })

  test('a runtime call for a product that nobody has is FORBIDDEN: {$self}')
    .with(STRANGERS)
    .run(async ({ assert }, productId) => {
      const { body } = await authorize(await createVendor(), 'ABCD-1234', { productId })
      assert.equal(body.error?.code, 'FORBIDDEN')
    })

  test('what is no id is named: {$self}')
    .with(['x', '', 'f47ac10b58cc4372a5670e02b2c3d479', '{f47ac10b-58cc-4372-a567-0e02b2c3d479}'])
    .run(async ({ assert }, productId) => {
      const { token, orgId } = await createMerchant()
      const path = `/v1/dashboard/orgs/${orgId}/licenses`
      const { error } = (await call('POST', path, { token, body: { productId } })).body
      assert.equal(error?.code, 'VALIDATION_ERROR')
      const message = 'The productId field must be a valid UUID'
      assert.deepEqual(error?.details, [{ field: 'productId', message }])
    })
})
