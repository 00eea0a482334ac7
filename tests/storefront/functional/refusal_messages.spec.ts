import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { connect, drain, tell } from '#tests/testkit/processors'
import { createListing, createShop, ordersPath, shopPath } from '#tests/testkit/shops'

/** A shop with a processor, and an order that is pending. */
async function createPending() {
  const { merchant, token } = await createShop()
  const { id: processorId } = await connect(merchant)
  const providerRefs = [{ processorId, ref: 'price_1' }]
  const email = `${newId()}@example.net`
  // A renewal needs a license, so its order waits.
  await createListing(merchant, { kind: 'renewal', extendDays: 30, providerRefs })
  await tell(processorId, 'purchase.paid', { ref: 'pay_1', providerRef: 'price_1', customer: { email } })
  await drain()
  const path = ordersPath(merchant)
  const [{ id }] = (await call('GET', path, { token })).body.data.orders
  const act = async (move: string) => {
    const body = move === 'fulfil' ? undefined : { reason: 'x' }
    return (await call('POST', `${path}/${id}/${move}`, { token, body })).body.error?.message
  }
  return { merchant, token, processorId, act }
}

/** contract/10-storefront#105-orders */
test.group('what a refusal of a shop says', () => {
  test('the reversal of a pending order', async ({ assert }) => {
    const { act } = await createPending()
    assert.equal(await act('reverse'), 'The order is pending: fulfil or reject it')
  })

  test('the fulfilment of a rejected order, also while its payment is disputed', async ({ assert }) => {
    const { processorId, act } = await createPending()
    await tell(processorId, 'dispute.opened', { ref: 'pay_1' })
    await drain()
    assert.match(await act('fulfil'), /^The payment of the order is disputed/)
    await act('reject')
    assert.equal(await act('fulfil'), 'The order is rejected already')
  })

  test('an unknown storefront, by its id', async ({ assert }) => {
    const { body } = await call('GET', `/v1/storefront/${newId()}/listings`)
    assert.equal(body.error.message, 'No such storefront, or it is not published')
  })

  test('a listing that needs a processor, while the connected one is paused', async ({ assert }) => {
    const { merchant, token, processorId } = await createPending()
    const shop = shopPath(merchant)
    await call('PATCH', `${shop}/processors/${processorId}`, { token, body: { paused: true } })
    const price = { amount: 1900, currency: 'EUR' }
    const { id } = await createListing(merchant, { price, published: false })
    const { body } = await call('POST', `${shop}/listings/${id}/publish`, { token })
    const message =
      'No payments processor of the storefront is ready: connect one, or check the connected one'
    assert.equal(body.error.message, message)
  })
})
