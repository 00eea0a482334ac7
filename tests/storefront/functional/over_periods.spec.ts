import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { createCustomer } from '#tests/testkit/end_users'
import { connect, drain, post, signedBy } from '#tests/testkit/processors'
import { createListing, createShop, ordersPath } from '#tests/testkit/shops'
import { inDays, near } from '#tests/testkit/subscriber'

/** A claim that only its merchant may fulfil, and the subscription at Lemon Squeezy that names it. */
async function createGranted() {
  const { merchant, token } = await createShop()
  const { id: processorId } = await connect(merchant, 'lemonsqueezy')
  const customer = await createCustomer(merchant)
  const { id: listingId } = await createListing(merchant, { fulfilment: 'manual' })
  const claimed = await call('POST', '/v1/enduser/orders', { token: customer.token, body: { listingId } })
  const { id } = claimed.body.data.order
  const pay = async (type: string, days: number | null, variant = 7) => {
    const about = { order_id: 1, variant_id: variant, status: 'active', user_email: customer.email }
    const attributes = { ...about, updated_at: inDays(0), renews_at: days && inDays(days) }
    const meta = { event_name: type, custom_data: { order_id: id } }
    const body = JSON.stringify({ meta, data: { id: '9', attributes }, told: newId() })
    await post(processorId, body, signedBy('lemonsqueezy', body))
    await drain()
  }
  const act = (move: string, body: object = {}) =>
    call('POST', `${ordersPath(merchant)}/${id}/${move}`, { token, body })
  const fulfil = () => act('fulfil')
  const reject = () => act('reject', { reason: 'Abuse' })
  const orders = async () => (await call('GET', ordersPath(merchant), { token })).body.data.orders
  const read = async (license: string) =>
    (await call('GET', `/v1/dashboard/licenses/${license}`, { token })).body.data.license
  return { merchant, processorId, pay, fulfil, reject, orders, read }
}

/** contract/10-storefront#105-orders */
test.group('an order whose paid period is over', () => {
  test('gives no license that has expired already, and is fulfilled once a later period is paid', async ({
    assert,
  }) => {
    const { pay, fulfil, read } = await createGranted()
    await pay('subscription_created', -10)
    const { status, body } = await fulfil()
    assert.deepEqual([status, body.error?.code], [409, 'CONFLICT'])
    assert.match(body.error.message, /period .* is over/)
    await pay('subscription_updated', 30)
    const fulfilled = await fulfil()
    assert.equal(fulfilled.status, 200)
    const [{ id }] = fulfilled.body.data.order.licenses
    const { status: licensed, expiresAt } = await read(id)
    assert.equal(licensed, 'ACTIVE')
    assert.isTrue(near(expiresAt, 33), expiresAt)
  })

  test('is fulfilled during the grace', async ({ assert }) => {
    const { pay, fulfil, read } = await createGranted()
    await pay('subscription_created', -1)
    const [{ id }] = (await fulfil()).body.data.order.licenses
    assert.isTrue(near((await read(id)).expiresAt, 2))
  })

  test('gives no license without an end if no event has named a period before the end', async ({
    assert,
  }) => {
    const { pay, fulfil } = await createGranted()
    await pay('subscription_created', null)
    await pay('subscription_expired', null)
    const { status, body } = await fulfil()
    assert.equal(status, 409)
    assert.match(body.error.message, /period .* is over/)
  })
})

/** contract/10-storefront#106-processor-events */
test.group('a new order for the next period of an order that was rejected', () => {
  test('is for the price that is paid then, not for the order that the checkout named', async ({
    assert,
  }) => {
    const { merchant, processorId, pay, reject, orders, read } = await createGranted()
    await createListing(merchant, { name: 'Pro', providerRefs: [{ processorId, ref: '8' }] })
    await pay('subscription_created', 30)
    assert.equal((await reject()).status, 200)
    await pay('subscription_updated', 60, 8)
    const [made] = await orders()
    assert.containSubset(made, { state: 'fulfilled', listing: { name: 'Pro' } })
    assert.isTrue(near((await read(made.licenses[0].id)).expiresAt, 63))
  })
})
