import { test } from '@japa/runner'
import router from '@adonisjs/core/services/router'
import GrantAdmin from '#accounts/actions/grant_admin'
import { call } from '#tests/testkit/api'
import { createCustomer } from '#tests/testkit/end_users'
import { createMerchant } from '#tests/testkit/merchant'
import { createEndpoint } from '#tests/testkit/webhooks'
import { documentOf } from '../../../bin/pages/api/api_text.js'
import { createTarget, merchantCredentials, pathTo, type Target } from './fixture.js'
import { ACCESS } from './table.js'

type Schema = { type?: string | string[]; anyOf?: Schema[]; properties?: Record<string, Schema> }
type Patch = { requestBody: { content: Record<string, { schema: Schema }> } }

/** Every PATCH of the API document: its pattern, and its fields that are never null. */
const PATCHES = Object.entries(documentOf(router).paths).flatMap(([path, { patch }]) => {
  if (!patch) return []
  const { properties = {} } = (patch as unknown as Patch).requestBody.content['application/json'].schema
  const fields = Object.keys(properties).filter((name) => !takesNull(properties[name]))
  return [{ pattern: path.replaceAll(/\{(\w+)\}/g, ':$1'), fields }]
})

function takesNull({ type, anyOf = [] }: Schema): boolean {
  return [type].flat().includes('null') || anyOf.some(takesNull)
}

const PRODUCT = '/v1/dashboard/products/:productId'
const LICENSES = ['/v1/dashboard/licenses/:id', '/v1/products/:productId/licenses/:id']
const PROFILE = '/v1/dashboard/me/profile'

test.group('a null in a PATCH', (group) => {
  let target: Target
  let credentials: Record<string, { token?: string; apiKey?: string }>
  group.each.timeout(60_000)
  group.setup(async () => {
    target = await createTarget()
    const customer = await createCustomer(target.merchant)
    const admin = await createMerchant()
    await new GrantAdmin().execute(admin.email, true)
    credentials = {
      ...(await merchantCredentials(target)),
      ...{ endUser: { token: customer.token }, own: { token: admin.token } },
    }
  })
  const patch = (pattern: string, body: object) =>
    call('PATCH', pathTo(pattern, target), { ...credentials[ACCESS[`PATCH ${pattern}`].kind], body })

  test('names the field if it clears nothing, whatever the route', async ({ assert }) => {
    const wrong: string[] = []
    for (const { pattern, fields } of PATCHES) {
      for (const field of fields) {
        const { status, body } = await patch(pattern, { [field]: null })
        const named = body.error?.details?.map((one) => one.field)
        if (status !== 400 || body.error.code !== 'VALIDATION_ERROR' || named?.join() !== field) {
          wrong.push(`${pattern} ${field}: ${status} ${named}`)
        }
      }
    }
    assert.deepEqual(wrong, [])
    assert.isAbove(PATCHES.length, 18)
  })

  test('is refused beside a field that changes, and nothing changes', async ({ assert }) => {
    const { merchant } = target
    const endpoint = await createEndpoint(merchant, { url: 'http://127.0.0.1:9/first' })
    const webhook = `/v1/dashboard/webhooks/products/:productId/${endpoint.id}`
    const url = 'http://127.0.0.1:9/second'
    const bodies: [pattern: string, body: Record<string, unknown>][] = [
      ...['enabled', 'events', 'payload'].map((name) => [webhook, { url, [name]: null }] as [string, object]),
      ...[PRODUCT, '/v1/products/:productId'].map(
        (one) => [one, { name: 'B', policy: null, features: null, distribution: null }] as [string, object]
      ),
      ...LICENSES.flatMap((one): [string, object][] => [
        [one, { metadata: { a: 1 }, frozen: null, extendDays: null }],
        [one, { metadata: { a: 1 }, expirationMode: null }],
      ]),
      [PROFILE, { newsletterSubscribed: null, lastName: 'x' }],
      ['/v1/enduser/me', { marketingConsent: null, lastName: 'x' }],
      ['/v1/dashboard/orgs/:orgId/portal', { enabled: null, showKeys: true }],
      ['/v1/dashboard/tiers/:tierId', { archived: null, name: 'x' }],
    ] as [string, Record<string, unknown>][]
    const read = () =>
      Promise.all(
        [PRODUCT, LICENSES[0], '/v1/dashboard/me', '/v1/dashboard/webhooks/products/:productId'].map(
          async (one) => (await call('GET', pathTo(one, target), { token: merchant.token })).body.data
        )
      )
    const before = await read()
    for (const [pattern, body] of bodies) {
      const known = pattern === webhook ? webhook.replace(endpoint.id, ':endpointId') : pattern
      const credential = credentials[ACCESS[`PATCH ${known}`].kind]
      const answer = await call('PATCH', pathTo(pattern, target), { ...credential, body })
      const nulls = Object.keys(body).filter((name) => body[name] === null)
      assert.equal(answer.status, 400, `${pattern} ${JSON.stringify(body)}`)
      assert.deepEqual(
        answer.body.error.details,
        nulls.map((field) => ({ field, message: `The ${field} field cannot be null` }))
      )
    }
    assert.deepEqual(await read(), before)
  })

  test('is refused inside settings that are changed one by one', async ({ assert }) => {
    const bodies = [
      [{ signIn: { code: null, password: true } }, 'signIn.code'],
      [{ selfReset: { ip: null } }, 'selfReset.ip'],
    ] as const
    for (const [body, field] of bodies) {
      const answer = await patch('/v1/dashboard/orgs/:orgId/portal', body)
      assert.equal(answer.body.error?.code, 'VALIDATION_ERROR', field)
      assert.deepEqual(answer.body.error.details, [{ field, message: `The ${field} field cannot be null` }])
    }
  })

  test('is taken where it clears something or says that there is none', async ({ assert }) => {
    const { merchant, licenseId } = target
    const cleared = { maxHwidResets: null, policyOverride: null, features: null, tierId: null }
    const bodies: [pattern: string, body: object][] = [
      ...LICENSES.flatMap((one): [string, object][] => [
        [one, { expirationMode: 'fixed', expiresAt: '2090-01-01', reason: null }],
        [one, { expirationMode: 'never', expiresAt: null, expiresAfterDays: null }],
        [one, { maxHwidResets: 4, policyOverride: { maxHwidResets: 5 } }],
        [one, { ...cleared, updatesUntil: null, maxVersion: null, channels: null }],
      ]),
      [PRODUCT, { keyPrefix: null }],
      [PROFILE, { firstName: null, lastName: null }],
      [PROFILE, {}],
      ['/v1/enduser/me', { username: null }],
      ['/v1/enduser/me', {}],
    ]
    for (const [pattern, body] of bodies) {
      const answer = await patch(pattern, body)
      assert.equal(answer.status, 200, `${pattern} ${JSON.stringify(answer.body?.error)}`)
    }
    const kept = await call('GET', pathTo(LICENSES[0], { ...target, licenseId }), { token: merchant.token })
    assert.containSubset(kept.body.data.license, { expirationMode: 'never', policyOverride: null })
    const made = await call('POST', `/v1/dashboard/orgs/${merchant.orgId}/licenses`, {
      token: merchant.token,
      body: { productId: merchant.productId, expirationMode: null, expiresAfterDays: 3 },
    })
    assert.equal(made.status, 201)
  })
})
