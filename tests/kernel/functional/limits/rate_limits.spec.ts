import { randomInt } from 'node:crypto'
import { test } from '@japa/runner'
import { rows } from '#kernel/database/sql'
import { http } from '#config/app'
import db from '@adonisjs/lucid/services/db'
import { BASE } from '#tests/testkit/http'
import { lowered } from '#tests/testkit/limits'
import { createApiKey, createMerchant } from '#tests/testkit/merchant'

const header = (response: Response, name: string) => response.headers.get(`x-ratelimit-${name}`)

test.group('limits of requests', () => {
  test('headers stand on the answer to {0}')
    .with([
      ['/v1/status', 200],
      ['/nowhere', 404],
      ['/%E0%A4%A', 400],
      ['/v1/dashboard/me', 401],
    ] as const)
    .run(async ({ assert }, [path, status]) => {
      const response = await fetch(BASE + path)
      assert.equal(response.status, status)
      for (const name of ['limit-ip', 'remaining-ip', 'limit-product', 'remaining-product']) {
        assert.equal(header(response, name), '-1', name)
      }
      assert.isNull(header(response, 'limit-key'))
      assert.isNull(header(response, 'remaining-key'))
    })

  test('an address that used up its minute gets RATE_LIMITED everywhere', async ({ assert }) => {
    using _ = lowered({ ipPerMinute: 0 })
    for (const path of [
      '/v1/status',
      '/nowhere',
      '/%E0%A4%A',
      '/v1/dashboard/me',
      '/v1/licenses/authorize',
    ]) {
      const response = await fetch(BASE + path)
      assert.equal(response.status, 429, path)
      assert.containSubset(await response.json(), { ok: false, error: { code: 'RATE_LIMITED' } })
      assert.match(response.headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/)
      assert.equal(header(response, 'limit-ip'), '0')
      assert.equal(header(response, 'remaining-ip'), '0')
    }
  })

  test('a key is limited by the plan of the owner of its org, a product by its ceiling', async ({
    assert,
  }) => {
    const merchant = await createMerchant()
    await rows(db.connection(), `update users set plan = 'pro' where id = ?`, [merchant.userId])
    const { key } = await createApiKey(merchant, ['license:read'])
    using _ = lowered({
      keyPerMinute: { free: 1, pro: 2, business: 9, enterprise: -1 },
      productPerMinute: 3,
    })
    const call = (sent: string) => fetch(`${BASE}/nowhere`, { headers: { 'X-API-KEY': sent } })
    const first = await call(key)
    assert.equal(first.status, 404)
    assert.deepEqual(
      ['limit-key', 'remaining-key', 'limit-product', 'remaining-product'].map((name) => header(first, name)),
      ['2', '1', '3', '2']
    )
    assert.equal((await call(key)).status, 404)
    const limited = await call(key)
    assert.equal(limited.status, 429)
    assert.containSubset(await limited.json(), { error: { code: 'RATE_LIMITED' } })
    assert.equal(header(limited, 'remaining-product'), '1')

    const { key: second } = await createApiKey(merchant, ['license:read'])
    assert.equal((await call(second)).status, 404)
    const ceiling = await call(second)
    assert.equal(ceiling.status, 429)
    assert.isNotNull(ceiling.headers.get('retry-after'))
    assert.containSubset(await ceiling.json(), { error: { code: 'PRODUCT_RATE_LIMITED' } })
  })

  test('a malformed URL and /v1/status count the key: {0}')
    .with([
      ['/%E0%A4%A', 400],
      ['/v1/status', 200],
    ] as const)
    .run(async ({ assert }, [path, status]) => {
      const { key } = await createApiKey(await createMerchant(), ['license:read'])
      using _ = lowered({
        keyPerMinute: { free: 2, pro: 2, business: 2, enterprise: 2 },
        productPerMinute: 9,
      })
      const names = ['limit-key', 'remaining-key', 'limit-product', 'remaining-product']
      const first = await fetch(BASE + path, { headers: { 'x-api-key': key } })
      assert.equal(first.status, status)
      assert.deepEqual(
        names.map((name) => header(first, name)),
        ['2', '1', '9', '8']
      )
      const bearer = { authorization: `Bearer ${key}` }
      assert.equal(header(await fetch(BASE + path, { headers: bearer }), 'remaining-key'), '0')
      const limited = await fetch(BASE + path, { headers: bearer })
      assert.equal(limited.status, 429)
      assert.equal(header(limited, 'remaining-product'), '7')
    })

  test('behind a trusted proxy {0} {1} counts for the address that the proxy names')
    .with([
      ['GET', '/%E0%A4%A'],
      ['GET', '/nowhere'],
      ['POST', '/v1/licenses/authorize'],
    ])
    .run(async ({ assert }, [method, path]) => {
      const trusted = http.trustProxy
      using _ = lowered({ ipPerMinute: 1 })
      http.trustProxy = () => true
      try {
        const call = (address: string) =>
          fetch(BASE + path, { method, headers: { 'x-forwarded-for': address } })
        const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
        assert.notEqual((await call(address)).status, 429)
        assert.equal((await call(address)).status, 429)
        assert.notEqual((await call(`172${address.slice(2)}`)).status, 429)
      } finally {
        http.trustProxy = trusted
      }
    })

  test('a key that nobody knows counts for its address only', async ({ assert }) => {
    const response = await fetch(`${BASE}/nowhere`, {
      headers: { authorization: `Bearer svc_${'x'.repeat(40)}` },
    })
    assert.equal(response.status, 404)
    assert.equal(header(response, 'limit-key'), '-1')
  })
})
