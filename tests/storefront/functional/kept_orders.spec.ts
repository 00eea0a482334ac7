import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { newId } from '#kernel/secrets/ids'
import { createListing, createShop, ordersPath } from '#tests/testkit/shops'

async function setUp() {
  const { merchant, token } = await createShop()
  const path = ordersPath(merchant)
  const sell = (body: object) =>
    call('POST', path, { token, body: { email: `${newId()}@example.net`, ...body } })
  const act = (id: string, move: string, body?: object) =>
    call('POST', `${path}/${id}/${move}`, { token, body })
  return { merchant, token, path, sell, act }
}

/** contract/10-storefront#105-orders */
test.group('what is deleted while there are orders', () => {
  test('a storefront with pending orders stays', async ({ assert }) => {
    const { merchant, token, sell } = await setUp()
    const { id: listingId } = await createListing(merchant, { fulfilment: 'manual' })
    await sell({ listingId })
    const kept = await call('DELETE', `/v1/dashboard/orgs/${merchant.orgId}/storefront`, { token })
    assert.equal(kept.body.error.code, 'CONFLICT')
  })

  test('a product with pending orders stays, and so do its orders', async ({ assert }) => {
    const { merchant, token, path, act, sell } = await setUp()
    const { id: listingId } = await createListing(merchant, { fulfilment: 'manual' })
    const { id } = (await sell({ listingId })).body.data.order
    const product = `/v1/dashboard/products/${merchant.productId}`
    const kept = await call('DELETE', product, { token })
    assert.deepEqual([kept.status, kept.body.error.code], [409, 'CONFLICT'])
    assert.equal((await call('GET', `${path}/${id}`, { token })).body.data.order.state, 'pending')
    await act(id, 'reject', { reason: 'the product ends' })
    assert.equal((await call('DELETE', product, { token })).status, 200)
  })

  test('the orders of a deleted product stay, and can be reversed', async ({ assert }) => {
    const { merchant, token, path, act, sell } = await setUp()
    const { id: listingId } = await createListing(merchant)
    const sold = (await sell({ listingId, reference: 'invoice 7' })).body.data.order
    await call('DELETE', `/v1/dashboard/licenses/${sold.licenses[0].id}`, { token })
    const product = `/v1/dashboard/products/${merchant.productId}`
    assert.equal((await call('DELETE', product, { token })).status, 200)
    const { orders } = (await call('GET', path, { token })).body.data
    assert.deepEqual(orders, [{ ...sold, licenses: [] }])
    assert.equal(orders[0].listing.productId, merchant.productId)
    const reversed = await act(sold.id, 'reverse', { reason: 'Refunded' })
    assert.containSubset(reversed.body.data.order, { state: 'reversed', listing: sold.listing })
  })
})
