import { test } from '@japa/runner'
import type { Permission } from '#catalog/rules/permissions'
import { call } from '#tests/testkit/api'
import { FAMILIES, familyOf } from '#tests/testkit/families'
import { giveTo, seedLicenses } from '#tests/testkit/licenses'
import { createApiKey, createMerchant, type Merchant } from '#tests/testkit/merchant'

type License = { id: string; key: string; endUserId?: string | null }
type Stage = { license: License; owner: string; productId: string }
type Route = (stage: Stage) => [method: string, path: string, body?: object]

const PERMISSIONS: Permission[] = [
  'license:write',
  'license:read',
  'license:revoke',
  'license:unrevoke',
  'license:reset_hwid',
  'license:reset_ip',
]

/**
 * Requests below the path of a license that return it in full. They run in this order, because each one needs the state
 * that the previous ones leave.
 */
const WHOLE: [method: string, path: string, body?: object][] = [
  ['GET', ''],
  ['PATCH', '', { metadata: { seats: 1 } }],
  ['POST', '/revoke', {}],
  ['POST', '/unrevoke', {}],
  ['POST', '/suspend', {}],
  ['POST', '/unsuspend', {}],
  ['POST', '/reset-hwid', {}],
  ['POST', '/reset-ip', {}],
]

const SECONDARY: Route[] = [
  () => ['GET', '/api/licenses/list'],
  ({ owner }) => ['GET', `/api/users/${owner}/licenses`],
  ({ license, owner }) => ['POST', '/api/licenses/assign', { licenseId: license.id, userId: owner }],
  ({ license, owner }) => ['POST', '/api/licenses/redeem', { licenseKey: license.key, userId: owner }],
  ({ license }) => ['PATCH', '/api/licenses/reset-hwid', { licenseId: license.id }],
  ({ productId }) => ['POST', '/api/licenses/create', { productId, count: 1 }],
]

/** The routes of a family that return a license, and the headers to send. The last route creates one. */
async function routesOf(name: string, merchant: Merchant, permissions: Permission[]) {
  if (name === 'secondary') {
    const { key } = await createApiKey(merchant, permissions)
    return { routes: SECONDARY, headers: { authorization: `Bearer ${key}` } }
  }
  const family = await familyOf(name as (typeof FAMILIES)[number], merchant, permissions)
  const routes: Route[] = [
    () => ['GET', family.licenses],
    ...WHOLE.map(([method, path, body]): Route => ({ license }) => [
      method,
      family.license(license.id) + path,
      body,
    ]),
    ({ productId }) => ['POST', family.licenses, { productId }],
  ]
  return { routes, headers: family.headers }
}

test.group('whose a license is', () => {
  test('{0}, an API key with {1}: shown by every route that shows the license: {2}')
    .with([
      ['dashboard', 'license scopes', false, PERMISSIONS],
      ['keyed', 'license scopes', false, PERMISSIONS],
      ['keyed', 'end_user:read too', true, [...PERMISSIONS, 'end_user:read']],
      ['secondary', 'license scopes', false, PERMISSIONS],
      ['secondary', 'end_user:read too', true, [...PERMISSIONS, 'end_user:read']],
    ] as [string, string, boolean, Permission[]][])
    .run(async ({ assert }, [name, , shown, permissions]) => {
      const merchant = await createMerchant()
      const status = name === 'secondary' ? 'PENDING' : 'ACTIVE'
      const [license] = await seedLicenses(merchant, 1, { status })
      const owner = await giveTo(merchant, license.id)
      const { routes, headers } = await routesOf(name, merchant, permissions)
      for (const [at, route] of routes.entries()) {
        const [method, path, body] = route({ license, owner, productId: merchant.productId })
        const { status: answered, body: answer } = await call(method, path, { headers, body })
        const what = `${method} ${path} ${JSON.stringify(answer.error)}`
        assert.isBelow(answered, 300, what)
        const seen: License = answer.data.license ?? answer.data.licenses[0]
        if (!shown) assert.notProperty(seen, 'endUserId', what)
        else assert.strictEqual(seen.endUserId, at === routes.length - 1 ? null : owner, what)
      }
    })
})
