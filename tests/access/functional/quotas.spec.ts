import { test } from '@japa/runner'
import { quotas } from '#config/quotas'
import { call } from '#tests/testkit/api'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'

type Made = (merchant: Merchant, at: number) => { path: string; body: object; made: string; remove: string }

/** Each kind of record that has a quota, with requests that create and remove one. */
const KINDS: [keyof typeof quotas, number, Made][] = [
  [
    'productsPerOrg',
    1,
    ({ orgId }, at) => ({
      path: `/v1/dashboard/orgs/${orgId}/products`,
      body: { name: `Product ${at}` },
      made: 'product',
      remove: '/v1/dashboard/products',
    }),
  ],
  [
    'apiKeysPerProduct',
    0,
    ({ productId }, at) => ({
      path: `/v1/dashboard/products/${productId}/api-keys`,
      body: { name: `Key ${at}`, permissions: ['license:read'] },
      made: 'apiKey',
      remove: '/v1/dashboard/api-keys',
    }),
  ],
  [
    'endpointsPerProduct',
    0,
    ({ productId }, at) => ({
      path: `/v1/dashboard/webhooks/products/${productId}`,
      body: { url: `https://example.com/${at}`, events: ['*'] },
      made: 'endpoint',
      remove: `/v1/dashboard/webhooks/products/${productId}`,
    }),
  ],
]

test.group('quotas', () => {
  test('{0}: racing requests fill it exactly, the next is LIMIT_REACHED, a removal makes room')
    .with(KINDS)
    .run(async ({ assert, cleanup }, [quota, had, kind]) => {
      const merchant = await createMerchant()
      const before = quotas[quota]
      cleanup(() => void (quotas[quota] = before))
      quotas[quota] = had + 3
      const add = async (at: number) => {
        const { path, body } = kind(merchant, at)
        return call('POST', path, { token: merchant.token, body })
      }
      const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => add(at)))
      const made = answers.filter(({ status }) => status === 201)
      assert.lengthOf(made, 3)
      for (const { status, body } of answers.filter((answer) => !made.includes(answer))) {
        assert.equal(status, 403)
        assert.equal(body.error.code, 'LIMIT_REACHED')
        assert.include(body.error.message, `at most ${had + 3}`)
      }
      const { made: name, remove } = kind(merchant, 0)
      const { id } = made[0].body.data[name]
      const removed = await call('DELETE', `${remove}/${id}`, { token: merchant.token })
      assert.equal(removed.status, 200)
      assert.equal((await add(10)).status, 201)
      assert.equal((await add(11)).status, 403)
      quotas[quota] = -1
      assert.equal((await add(12)).status, 201)
    })
})
