import { test } from '@japa/runner'
import type { Permission } from '#catalog/rules/permissions'
import { call } from '#tests/testkit/api'
import { BASE } from '#tests/testkit/http'
import { giveTo, seedLicenses } from '#tests/testkit/licenses'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'

/** A bulk change and an export by owner, which a key with end_user:read has started and which have ended. */
async function stage() {
  const merchant = await createMerchant()
  const url = `/v1/products/${merchant.productId}`
  const headersOf = async (permissions: Permission[]) => ({
    'x-api-key': (await createApiKey(merchant, permissions)).key,
  })
  const seeing = await headersOf(['license:read', 'license:update', 'end_user:read'])
  const plain = await headersOf(['license:read', 'license:update'])
  const [license] = await seedLicenses(merchant, 1)
  const endUserId = await giveTo(merchant, license.id)
  const filter = { endUserId, status: 'ACTIVE' }
  const changed = await call('POST', `${url}/licenses/freeze`, { headers: seeing, body: { filter } })
  const exported = await call('GET', `${url}/licenses/export?${new URLSearchParams(filter)}`, {
    headers: seeing,
  })
  const [change, file] = [changed, exported].map(({ body }) => body.data.operation)
  for (const { id } of [change, file]) await runToEnd(id)
  return { merchant, url, seeing, plain, endUserId, change, file }
}

/** contract#api-key-family, interface#52-api-key-scopes */
test.group('an owner in the filter of an operation', () => {
  test('is shown to users and to keys with end_user:read, and to no other key', async ({ assert }) => {
    const { merchant, url, seeing, plain, endUserId, change, file } = await stage()
    const shown = { change: { filter: { endUserId, status: 'ACTIVE' } }, file: { endUserId } }
    assert.deepEqual(change.params, shown.change)
    assert.containSubset(file.params, shown.file)
    const paramsBy = async (base: string, options: object) => {
      const one = await call('GET', `${base}/operations/${change.id}`, options)
      const list = await call('GET', `${base}/operations`, options)
      const [newest, first] = list.body.data.operations
      assert.deepEqual(first.params, one.body.data.operation.params)
      return { change: first.params, file: newest.params }
    }
    const org = `/v1/dashboard/orgs/${merchant.orgId}`
    assert.containSubset(await paramsBy(org, { token: merchant.token }), shown)
    assert.containSubset(await paramsBy(url, { headers: seeing }), shown)
    const { filter, ...rest } = shown.change
    assert.deepEqual(await paramsBy(url, { headers: plain }), {
      change: { ...rest, filter: { status: filter.status } },
      file: { format: 'csv', status: 'ACTIVE' },
    })
  })

  test('is not in what a stream tells such a key at the end', async ({ assert }) => {
    const { url, seeing, plain, endUserId, change } = await stage()
    const told = async (headers: Record<string, string>) =>
      (await fetch(`${BASE}${url}/operations/${change.id}/stream`, { headers })).text()
    assert.include(await told(seeing), endUserId)
    const end = await told(plain)
    assert.include(end, change.id)
    assert.notInclude(end, endUserId)
  })
})
