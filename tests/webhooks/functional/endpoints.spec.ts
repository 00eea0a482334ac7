import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { newId } from '#kernel/secrets/ids'
import { firstRow } from '#kernel/database/sql'
import { memberToken } from '#tests/testkit/made_licenses'
import { createApiKey, createMerchant, type Merchant } from '#tests/testkit/merchant'
import { createEndpoint } from '#tests/testkit/webhooks'

const BASE = '/v1/dashboard/webhooks/products'
/** No process listens on this address, and it needs no name resolution. */
const URL = 'http://127.0.0.1:9/latchkey'

/** Every route under a product, with a valid body. */
function routes(merchant: Merchant, endpointId: string, deliveryId: string) {
  const product = `${BASE}/${merchant.productId}`
  return [
    ['get', product, 'VIEWER', undefined],
    ['get', `${product}/${endpointId}/deliveries`, 'VIEWER', undefined],
    ['post', product, 'ADMIN', { url: URL, events: ['*'] }],
    ['patch', `${product}/${endpointId}`, 'ADMIN', { enabled: true }],
    ['post', `${product}/${endpointId}/rotate-secret`, 'ADMIN', {}],
    ['post', `${product}/${endpointId}/test`, 'ADMIN', {}],
    ['post', `${product}/${endpointId}/replay`, 'ADMIN', { since: '2026-01-01T00:00:00Z' }],
    ['post', `${product}/deliveries/${deliveryId}/replay`, 'ADMIN', {}],
    ['delete', `${product}/${endpointId}`, 'ADMIN', {}],
  ] as const
}

test.group('dashboard: webhook endpoints', () => {
  test('create shows the secret once, the list never', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const created = await client
      .post(`${BASE}/${merchant.productId}`)
      .bearerToken(merchant.token)
      .json({ url: URL, events: ['license.created', 'license.created', '*'] })
    created.assertStatus(201)
    const { id, secret, createdAt, updatedAt, ...rest } = created.body().data.endpoint
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.equal(updatedAt, createdAt)
    assert.deepEqual(rest, {
      productId: merchant.productId,
      url: URL,
      events: ['license.created', '*'],
      enabled: true,
      payload: 'thin',
      health: { lastSuccessAt: null, consecutiveFailures: 0 },
    })
    const list = await client.get(`${BASE}/${merchant.productId}`).bearerToken(merchant.token)
    list.assertStatus(200)
    assert.deepEqual(list.body(), {
      ok: true,
      data: { endpoints: [{ id, createdAt, updatedAt, ...rest }], nextCursor: null },
    })
    const row = await firstRow<{ secret: string }>(
      db.connection(),
      'select secret from webhook_endpoints where id = ?',
      [id]
    )
    assert.notInclude(row!.secret, secret.slice('whsec_'.length))
  })

  test('bad fields are VALIDATION_ERROR and name the field')
    .with([
      [{ events: ['*'] }, 'url'],
      [{ url: 7, events: ['*'] }, 'url'],
      [{ url: 'ftp://example.com', events: ['*'] }, 'url'],
      [{ url: 'https://user:pw@example.com', events: ['*'] }, 'url'],
      [{ url: 'http://10.0.0.1/hook', events: ['*'] }, 'url'],
      [{ url: 'http://[::1]/hook', events: ['*'] }, 'url'],
      [{ url: 'http://0xa000001/', events: ['*'] }, 'url'],
      [{ url: URL }, 'events'],
      [{ url: URL, events: [] }, 'events'],
      [{ url: URL, events: 'license.created' }, 'events'],
      [{ url: URL, events: ['license.nothing'] }, 'events.0'],
      [{ url: URL, events: ['*', 7] }, 'events.1'],
      [{ url: URL, events: ['*'], enabled: 'yes' }, 'enabled'],
    ] as const)
    .run(async ({ client, assert }, [body, field]) => {
      const merchant = await createMerchant()
      const path = `${BASE}/${merchant.productId}`
      const response = await client.post(path).bearerToken(merchant.token).json(body)
      response.assertStatus(400)
      assert.equal(response.body().error.code, 'VALIDATION_ERROR')
      assert.equal(response.body().error.details[0].field, field)
    })

  test('update changes what is sent and nothing else', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: URL })
    const path = `${BASE}/${merchant.productId}/${id}`
    const patch = (body: object) => client.patch(path).bearerToken(merchant.token).json(body)
    const disabled = await patch({ enabled: false })
    disabled.assertStatus(200)
    assert.containSubset(disabled.body().data.endpoint, { id, url: URL, events: ['*'], enabled: false })
    assert.notProperty(disabled.body().data.endpoint, 'secret')
    const moved = await patch({ url: `${URL}/2`, events: ['license.frozen'] })
    assert.containSubset(moved.body().data.endpoint, {
      url: `${URL}/2`,
      events: ['license.frozen'],
      enabled: false,
    })
    for (const body of [{}, { unknown: 1 }, { url: 'http://127.0.0.0.1/' }, { events: ['nope'] }]) {
      const refused = await patch(body)
      refused.assertStatus(400)
      refused.assertBodyContains({ error: { code: 'VALIDATION_ERROR' } })
    }
  })

  test('delete answers the id, and then it is gone', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const { id } = await createEndpoint(merchant, { url: URL })
    const path = `${BASE}/${merchant.productId}/${id}`
    const deleted = await client.delete(path).bearerToken(merchant.token)
    deleted.assertStatus(200)
    assert.deepEqual(deleted.body(), { ok: true, data: { id } })
    const again = await client.delete(path).bearerToken(merchant.token)
    again.assertStatus(404)
    again.assertBodyContains({ error: { code: 'NOT_FOUND' } })
    const list = await client.get(`${BASE}/${merchant.productId}`).bearerToken(merchant.token)
    assert.deepEqual(list.body().data.endpoints, [])
  })

  test('rotate-secret shows a new secret', async ({ client, assert }) => {
    const merchant = await createMerchant()
    const { id, secret } = await createEndpoint(merchant, { url: URL })
    const rotated = await client
      .post(`${BASE}/${merchant.productId}/${id}/rotate-secret`)
      .bearerToken(merchant.token)
      .header('idempotency-key', `rotate-${id}`)
      .json({})
    rotated.assertStatus(200)
    assert.match(rotated.body().data.endpoint.secret, /^whsec_/)
    assert.notEqual(rotated.body().data.endpoint.secret, secret)
    assert.equal(rotated.body().data.endpoint.id, id)
    const retried = await client
      .post(`${BASE}/${merchant.productId}/${id}/rotate-secret`)
      .bearerToken(merchant.token)
      .header('idempotency-key', `rotate-${id}`)
      .json({})
    assert.equal(retried.header('idempotent-replayed'), 'true')
    assert.deepEqual(retried.body(), rotated.body())
  })

  test('each route: no token, API key, wrong role, other org, unknown ids, no UUID', async ({
    client,
    assert,
  }) => {
    const merchant = await createMerchant()
    const stranger = await createMerchant()
    const endpoint = await createEndpoint(merchant, { url: URL })
    const tokens = {
      VIEWER: await memberToken(merchant, 'VIEWER'),
      MEMBER: await memberToken(merchant, 'MEMBER'),
    }
    const apiKey = await createApiKey(merchant, ['license:read'])
    const expect = async (
      route: ReturnType<typeof routes>[number],
      headers: Record<string, string>,
      status: number,
      code: string
    ) => {
      const [method, path, , body] = route
      const response = await client[method](path)
        .headers(headers)
        .json(body ?? {})
      assert.equal(response.status(), status, `${method} ${path}`)
      assert.equal(response.body().error.code, code, `${method} ${path}`)
    }
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    for (const route of routes(merchant, endpoint.id, newId())) {
      await expect(route, {}, 401, 'UNAUTHORIZED')
      await expect(route, { 'x-api-key': apiKey.key }, 401, 'UNAUTHORIZED')
      await expect(route, bearer(stranger.token), 404, 'PRODUCT_NOT_FOUND')
      if (route[2] === 'ADMIN') {
        await expect(route, bearer(tokens.VIEWER), 403, 'INSUFFICIENT_SCOPE')
        await expect(route, bearer(tokens.MEMBER), 403, 'INSUFFICIENT_SCOPE')
      } else {
        const [method, path] = route
        const response = await client[method](path).headers(bearer(tokens.VIEWER))
        assert.equal(response.status(), 200)
      }
    }
    // An endpoint of another merchant's product, an unknown one, and an invalid id.
    const foreign = await createEndpoint(stranger, { url: URL })
    for (const id of [foreign.id, newId()]) {
      for (const route of routes(merchant, id, id)) {
        if (route[1].includes(id)) await expect(route, bearer(merchant.token), 404, 'NOT_FOUND')
      }
    }
    for (const route of routes(merchant, 'slug', 'slug')) {
      if (route[1].includes('slug')) await expect(route, bearer(merchant.token), 400, 'VALIDATION_ERROR')
    }
    for (const route of routes({ ...merchant, productId: 'slug' }, endpoint.id, newId())) {
      await expect(route, bearer(merchant.token), 400, 'VALIDATION_ERROR')
    }
  })
})
