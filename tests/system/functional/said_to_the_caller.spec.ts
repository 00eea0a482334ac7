import { test } from '@japa/runner'
import { BASE } from '#tests/testkit/http'
import { call } from '#tests/testkit/api'
import { FAMILIES, familyOf } from '#tests/testkit/families'
import { makeLicense } from '#tests/testkit/made_licenses'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'

test.group('what a caller is told', () => {
  test('bad JSON: its place')
    .with([
      ['{"name":"Acme",}', 'line 1, column 16 (character 16)'],
      ['{\n  "name": Acme\n}', 'line 2, column 11 (character 13)'],
      ['{"name":"Acme"', 'line 1, column 15 (character 15)'],
    ])
    .run(async ({ assert }, [text, place]) => {
      const { token } = await createMerchant()
      const response = await fetch(`${BASE}/v1/dashboard/orgs`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: text,
      })
      const { error } = (await response.json()) as { error: { code: string; message: string } }
      assert.equal(error.code, 'BAD_REQUEST')
      assert.equal(error.message, `The body is not valid JSON at ${place}`)
    })

  test('what is wrong with a policy: a hundred problems and no more', async ({ assert }) => {
    const { token, productId } = await createMerchant()
    const policy = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`field${at}`, 0]))
    const { body } = await call('PATCH', `/v1/dashboard/products/${productId}`, { token, body: { policy } })
    assert.equal(body.error.code, 'VALIDATION_ERROR')
    assert.lengthOf(body.error.details!, 100)
  })

  test('an API key on the dashboard: which family it is for', async ({ assert }) => {
    const merchant = await createMerchant()
    const { key } = await createApiKey(merchant, ['license:read'])
    const path = `/v1/dashboard/orgs/${merchant.orgId}/licenses`
    for (const headers of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }] as Record<
      string,
      string
    >[]) {
      const { status, body } = await call('GET', path, { headers })
      assert.equal(status, 401)
      assert.equal(body.error.code, 'UNAUTHORIZED')
      assert.include(body.error.message, '/v1/products/:productId')
    }
    const none = await call('GET', path)
    assert.notInclude(none.body.error.message, 'API key')
  })

  test('an enumeration: its values; an element: its index and value', async ({ assert }) => {
    const { productId, token } = await createMerchant()
    const body = { name: 'x', permissions: ['license:read', 'license:frobnicate'] }
    const { body: answer } = await call('POST', `/v1/dashboard/products/${productId}/api-keys`, {
      token,
      body,
    })
    assert.match(
      answer.error.message,
      /^permissions\[1\] "license:frobnicate" must be one of .*license:authorize.*, license:/
    )
  })

  test('a boolean: its field', async ({ assert }) => {
    const { orgId, token } = await createMerchant()
    const path = `/v1/dashboard/orgs/${orgId}/licenses/freeze`
    const body = { filter: { frozen: 'yes' }, dryRun: 'true' }
    const { body: answer } = await call('POST', path, { token, body })
    assert.deepEqual(
      (answer.error.details as unknown as { message: string }[]).map(({ message }) => message),
      ['The filter.frozen field must be a boolean', 'The dryRun field must be a boolean']
    )
  })

  test('an empty text and an empty list: that they are empty', async ({ assert }) => {
    const { productId, token } = await createMerchant()
    const body = { name: '', permissions: [] }
    const path = `/v1/dashboard/products/${productId}/api-keys`
    const { body: answer } = await call('POST', path, { token, body })
    assert.deepEqual(
      (answer.error.details as unknown as { message: string }[]).map(({ message }) => message),
      ['The name field must not be empty', 'The permissions field must not be empty']
    )
  })

  test('no more than a hundred problems', async ({ assert }) => {
    const { productId, token } = await createMerchant()
    const path = `/v1/dashboard/blacklists/products/${productId}/bulk`
    for (const entry of [{ type: 'HWID' }, { type: 'HWID', value: 'x', reson: 'y' }]) {
      const entries = Array.from({ length: 150 }, () => entry)
      const { status, body } = await call('POST', path, { token, body: { entries } })
      assert.equal(status, 400)
      assert.lengthOf(body.error.details!, 100)
    }
  })

  test('a secret that is refused is not repeated', async ({ assert }) => {
    const { token } = await createMerchant()
    const body = { currentPassword: 'correct horse battery', newPassword: 'S3cret'.repeat(500) }
    const answer = await call('POST', '/v1/dashboard/me/password', { token, body })
    assert.equal(answer.status, 400)
    assert.notInclude(JSON.stringify(answer.body), 'S3cret')
  })
})

for (const name of FAMILIES) {
  test(`${name}: a number that would be kept as another one is refused and named`, async ({ assert }) => {
    const merchant = await createMerchant()
    const family = await familyOf(name, merchant)
    const { id } = await makeLicense(merchant)
    const send = async (method: string, path: string, text: string) => {
      const headers = { ...family.headers, 'content-type': 'application/json' }
      const response = await fetch(BASE + path, { method, headers, body: text })
      return {
        status: response.status,
        body: (await response.json()) as { error: { details: { field: string }[] } },
      }
    }
    const product = `"productId":"${merchant.productId}"`
    const lossy = '"metadata":{"chat":{"id":12345678901234567890}}'
    const exact = '"metadata":{"chat":{"id":"12345678901234567890"},"n":[9007199254740991,0.1,-0,1e22]}'
    for (const [method, path, rest] of [
      ['POST', family.licenses, `,${product}`],
      ['PATCH', family.license(id), ''],
    ]) {
      const refused = await send(method, path, `{${lossy}${rest}}`)
      assert.equal(refused.status, 400)
      assert.equal(refused.body.error.details[0].field, 'metadata.chat.id')
      assert.isBelow((await send(method, path, `{${exact}${rest}}`)).status, 300)
    }
  })
}
