import { test } from '@japa/runner'
import CreateProduct from '#catalog/actions/create_product'
import { newId } from '#kernel/secrets/ids'
import { call, type Answer } from '#tests/testkit/api'
import { createEndUser } from '#tests/testkit/end_users'
import { FAMILIES, familyOf, type Family } from '#tests/testkit/families'
import { createApiKey, createMerchant, type Merchant } from '#tests/testkit/merchant'
import { createTier } from '#tests/testkit/tiers'

const answerOf = ({ status, body }: Answer) => [status, body.error?.code]

/** The answers of the list, a dry run of a bulk change and the export to one filter. */
async function answersTo({ licenses: url, headers }: Family, filter: Record<string, string>) {
  const query = new URLSearchParams(filter)
  return [
    answerOf(await call('GET', `${url}?${query}`, { headers })),
    answerOf(await call('POST', `${url}/freeze`, { headers, body: { filter, dryRun: true } })),
    answerOf(await call('GET', `${url}/export?${query}`, { headers })),
  ]
}

const three = (status: number, code?: string) => [status, status, status].map((one) => [one, code])

/** A tier of the merchant's product, of another product of the org, and of another org. */
async function createTiers(merchant: Merchant) {
  const second = await new CreateProduct().execute(merchant, { name: 'Second' })
  return {
    own: await createTier(merchant),
    second: await createTier({ ...merchant, productId: second.id }),
    foreign: await createTier(await createMerchant()),
  }
}

for (const name of FAMILIES) {
  /** contract/01-changes#one-filter, contract/17-tiers */
  test.group(`${name}: ids that a filter names`, () => {
    test('a product that the caller does not have is PRODUCT_NOT_FOUND', async ({ assert }) => {
      const family = await familyOf(name, await createMerchant())
      for (const productId of [newId(), (await createMerchant()).productId]) {
        assert.deepEqual(await answersTo(family, { productId }), three(404, 'PRODUCT_NOT_FOUND'))
      }
    })

    test('an unknown tier is NOT_FOUND, and one of another product BAD_REQUEST', async ({ assert }) => {
      const merchant = await createMerchant()
      const { productId } = merchant
      const family = await familyOf(name, merchant)
      const { own, second, foreign } = await createTiers(merchant)
      for (const tierId of [newId(), foreign.id]) {
        assert.deepEqual(await answersTo(family, { tierId }), three(404, 'NOT_FOUND'))
      }
      assert.deepEqual(await answersTo(family, { productId, tierId: second.id }), three(400, 'BAD_REQUEST'))
      for (const named of [{}, { productId }] as Record<string, string>[]) {
        assert.deepEqual(await answersTo(family, { ...named, tierId: own.id }), [
          [200, undefined],
          [202, undefined],
          [202, undefined],
        ])
      }
      const ofAnother = name === 'keyed' ? [400, 'BAD_REQUEST'] : [200, undefined]
      assert.deepEqual((await answersTo(family, { tierId: second.id }))[0], ofAnother)
    })
  })
}

test('the lists of /api tell an unknown product, an unknown tier and one of another product apart', async ({
  assert,
}) => {
  const merchant = await createMerchant()
  const { key } = await createApiKey(merchant, ['license:read'])
  const { second } = await createTiers(merchant)
  const { id } = await createEndUser(merchant)
  for (const list of [`/api/licenses/list?appId=${merchant.productId}&`, `/api/users/${id}/licenses?`]) {
    const listed = async (query: string) => answerOf(await call('GET', `${list}${query}`, { apiKey: key }))
    assert.deepEqual(await listed(`productId=${newId()}`), [404, 'PRODUCT_NOT_FOUND'])
    assert.deepEqual(await listed(`tierId=${newId()}`), [404, 'NOT_FOUND'])
    assert.deepEqual(await listed(`tierId=${second.id}`), [400, 'BAD_REQUEST'])
    assert.deepEqual(await listed(''), [200, undefined])
  }
})
