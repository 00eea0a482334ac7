import { test } from '@japa/runner'
import CreateProduct from '#catalog/actions/create_product'
import { DAY } from '#kernel/time/millis'
import { call } from '#tests/testkit/api'
import { createCustomer, own, signIn } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createApiKey, type Merchant } from '#tests/testkit/merchant'
import { copyListing, createListing, createShop } from '#tests/testkit/shops'

const PATH = '/v1/enduser/orders'

/** Two products with a free listing, a renewal, a license and an order each, all of one end user. */
async function createCast() {
  const { merchant } = await createShop()
  const customer = await createCustomer(merchant)
  const other = await new CreateProduct().execute({ orgId: merchant.orgId }, { name: 'Player' })
  const side = async (productId: string) => {
    const sold = { productId, perCustomer: null }
    const [free, renewal] = [
      await createListing(merchant, sold),
      await createListing(merchant, { ...sold, kind: 'renewal', extendDays: 10 }),
    ]
    const fixed = { expirationMode: 'fixed', expiresAt: Date.now() + DAY } as const
    const [{ id: licenseId }] = await seedLicenses({ ...merchant, productId }, 1, fixed)
    await own(customer, licenseId)
    const { body } = await call('POST', PATH, { token: customer.token, body: { listingId: free.id } })
    return { free: free.id, renewal: renewal.id, licenseId, orderId: body.data.order.id as string }
  }
  return { merchant, customer, mine: await side(merchant.productId), others: await side(other.id) }
}

type Side = Awaited<ReturnType<typeof createCast>>['mine']

/** The answers of each of the routes to a token, for one of the products. */
async function asked(token: string, { free, renewal, licenseId, orderId }: Side) {
  const told = async (method: string, path: string, body?: object) => {
    const answer = await call(method, path, { token, body })
    return (answer.body.error?.code ?? answer.status) as string | number
  }
  return {
    show: await told('GET', `${PATH}/${orderId}`),
    claim: await told('POST', PATH, { listingId: free }),
    renew: await told('POST', PATH, { listingId: renewal, targetLicenseId: licenseId }),
  }
}

async function listed(token: string): Promise<string[]> {
  const { body } = await call('GET', PATH, { token })
  return body.data.orders.map(({ id }: { id: string }) => id)
}

const OPEN = { show: 200, claim: 201, renew: 201 }
const CLOSED = { show: 'NOT_FOUND', claim: 'LISTING_NOT_FOUND', renew: 'LISTING_NOT_FOUND' }

/** The access token that the backend of a merchant's product gets for the end user with this address, and their id. */
async function exchanged(merchant: Merchant, email: string) {
  const { key } = await createApiKey(merchant, ['end_user:write'])
  const { body } = await call('POST', `/v1/products/${merchant.productId}/end-users/exchange`, {
    headers: { 'x-api-key': key },
    body: { email, emailVerified: true },
  })
  const { tokens, endUser } = body.data
  return { token: tokens.accessToken as string, endUserId: endUser.id as string }
}

/** The listings that the shop of the portal offers. */
async function offered(token: string): Promise<string[]> {
  const { body } = await call('GET', '/v1/enduser/storefront', { token })
  return body.data.listings.map(({ id }: { id: string }) => id)
}

/** contract/00-shared-rules: the owner of a license, contract/09-end-users#93-the-exchange-the-merchant-vouches */
test.group('orders of an end user: what a narrowed token reaches', () => {
  test('one of no product reaches all', async ({ assert }) => {
    const { customer, mine, others } = await createCast()
    assert.sameMembers(await listed(customer.token), [mine.orderId, others.orderId])
    assert.deepEqual(await asked(customer.token, mine), OPEN)
    assert.deepEqual(await asked(customer.token, others), OPEN)
    const all = [mine.free, mine.renewal, others.free, others.renewal]
    assert.sameMembers(await offered(customer.token), all)
  })

  test('one that a backend got for its product reaches orders, listings and licenses of that alone', async ({
    assert,
  }) => {
    const { merchant, customer, mine, others } = await createCast()
    const { token, endUserId } = await exchanged(merchant, customer.email)
    assert.equal(endUserId, customer.id)
    assert.deepEqual(await listed(token), [mine.orderId])
    assert.sameMembers(await offered(token), [mine.free, mine.renewal])
    assert.deepEqual(await asked(token, mine), OPEN)
    assert.deepEqual(await asked(token, others), CLOSED)
    const crossed = { listingId: mine.renewal, targetLicenseId: others.licenseId }
    const answer = await call('POST', PATH, { token, body: crossed })
    assert.equal(answer.body.error.code, 'LICENSE_NOT_FOUND')
  })

  test('one of a product has its listings although 201 of another product come first', async ({ assert }) => {
    const { merchant } = await createShop()
    const { id } = await createListing(merchant, { name: 'Other product' })
    await copyListing(id, 200)
    const { id: productId } = await new CreateProduct().execute({ orgId: merchant.orgId }, { name: 'Player' })
    const mine = await createListing(merchant, { productId })
    const customer = await createCustomer(merchant)
    const { token } = await exchanged({ ...merchant, productId }, customer.email)
    assert.deepEqual(await offered(token), [mine.id])
    assert.lengthOf(await offered(customer.token), 200)
  })

  test('one for a license key opens none of them, for a license that nobody owns either', async ({
    assert,
  }) => {
    const { merchant, customer, mine } = await createCast()
    const [nobodys] = await seedLicenses(merchant, 1)
    const { orgId } = merchant
    for (const [id, licenseId] of [
      [customer.id, mine.licenseId],
      [null, nobodys.id],
    ] as const) {
      const { accessToken } = await signIn({ id, orgId }, { door: 'licenseKey', licenseId })
      assert.deepEqual(await asked(accessToken, mine), {
        ...{ show: 'FORBIDDEN', claim: 'FORBIDDEN', renew: 'FORBIDDEN' },
      })
      assert.equal((await call('GET', PATH, { token: accessToken })).body.error.code, 'FORBIDDEN')
    }
  })
})
