import { test } from '@japa/runner'
import { accounts } from '#config/accounts'
import { DAY } from '#kernel/time/millis'
import { call } from '#tests/testkit/api'
import { createCustomer, own } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { mailsTo } from '#tests/testkit/mails'
import { connect, drain, post, signedBy, tell } from '#tests/testkit/processors'
import { createListing, createShop, ordersPath } from '#tests/testkit/shops'

const ORDERS = '/v1/enduser/orders'
const PRICE = { amount: 1900, currency: 'EUR' }
const PAGE = 'https://pay.example.com/editor?plan=year'

async function setUp() {
  const { merchant } = await createShop()
  const { id: processorId } = await connect(merchant)
  await tell(processorId, 'hello', {})
  const customer = await createCustomer(merchant)
  const sold = await createListing(merchant, { price: PRICE, checkoutUrl: PAGE })
  const claim = (listingId: string, more: object = {}) =>
    call('POST', ORDERS, { token: customer.token, body: { listingId, ...more } }).then(
      ({ body }) => body.data
    )
  const read = async (id: string) =>
    (await call('GET', `${ORDERS}/${id}`, { token: customer.token })).body.data
  return { merchant, customer, processorId, sold, claim, read }
}

/** contract/10-storefront#105-orders */
test.group('where orders are paid for', (group) => {
  group.setup(() => {
    accounts.billingEnabled = true
    return () => void (accounts.billingEnabled = false)
  })

  test('is said by the claim, and by the order until it is paid', async ({ assert }) => {
    const { merchant, customer, processorId, sold, claim, read } = await setUp()
    const { order, checkout } = await claim(sold.id)
    assert.equal(order.state, 'pending')
    assert.deepEqual(checkout, { url: `${PAGE}&order_id=${order.id}` })
    assert.deepEqual(await read(order.id), { order, checkout })
    const path = `${ordersPath(merchant)}/${order.id}`
    assert.notProperty((await call('GET', path, { token: merchant.token })).body.data, 'checkout')

    const { email } = customer
    await tell(processorId, 'purchase.paid', { ref: 'pay_1', orderId: order.id, customer: { email } })
    await drain()
    const paid = await read(order.id)
    assert.equal(paid.order.state, 'fulfilled')
    assert.isNull(paid.checkout)
  })

  test('is not the processor: an order says that it is paid, and to its merchant alone by whose event', async ({
    assert,
  }) => {
    const { merchant, customer, processorId, sold, claim, read } = await setUp()
    const { order } = await claim(sold.id)
    assert.containSubset(order, { processorId: null, paid: false })
    await tell(processorId, 'purchase.paid', { ref: 'pay_1', orderId: order.id })
    await drain()
    const [listed] = (await call('GET', ORDERS, { token: customer.token })).body.data.orders
    for (const one of [listed, (await read(order.id)).order])
      assert.containSubset(one, { id: order.id, processorId: null, paid: true })
    const [merchants] = (await call('GET', ordersPath(merchant), { token: merchant.token })).body.data.orders
    assert.equal(merchants.processorId, processorId)
    assert.notProperty(merchants, 'paid')
  })

  test('is said no longer once the order is paid, also if it waits for its merchant', async ({ assert }) => {
    const { merchant, customer, processorId, claim, read } = await setUp()
    const [{ id: targetLicenseId }] = await seedLicenses(merchant, 1, {
      expirationMode: 'fixed',
      expiresAt: Date.now() + DAY,
    })
    await own(customer, targetLicenseId)
    const renewal = { kind: 'renewal', extendDays: 30, price: PRICE, checkoutUrl: PAGE } as const
    const { id: listingId } = await createListing(merchant, renewal)
    const { order } = await claim(listingId, { targetLicenseId })
    const path = `/v1/dashboard/licenses/${targetLicenseId}`
    await call('POST', `${path}/suspend`, { token: merchant.token, body: { reason: 'Abuse' } })
    assert.isNotNull((await read(order.id)).checkout)
    await tell(processorId, 'purchase.paid', { ref: 'pay_1', orderId: order.id })
    await drain()
    assert.containSubset(await read(order.id), { order: { state: 'pending', paid: true }, checkout: null })
  })

  test('names the order as the provider of the listing expects it, while that processor is {$self}')
    .with(['connected', 'ready', 'failing'])
    .run(async ({ assert }, state) => {
      const { merchant, claim, read } = await setUp()
      const { id: processorId } = await connect(merchant, 'stripe')
      const body = JSON.stringify({ id: 'evt_1', type: 'ping' })
      if (state !== 'connected') await post(processorId, body, signedBy('stripe', body))
      for (let bad = 0; state === 'failing' && bad < 10; bad++)
        await post(processorId, body, signedBy('stripe', body, 'another secret'))
      const providerRefs = [{ processorId, ref: 'price_1' }]
      const { id } = await createListing(merchant, { price: PRICE, checkoutUrl: PAGE, providerRefs })
      const { order, checkout } = await claim(id)
      assert.deepEqual(checkout, { url: `${PAGE}&client_reference_id=${order.id}` })
      assert.deepEqual((await read(order.id)).checkout, checkout)
    })

  test('is nowhere for what is free, by hand, sold by the merchant or without a processor', async ({
    assert,
  }) => {
    const { merchant, customer, processorId, sold, claim, read } = await setUp()
    const free = await createListing(merchant, { checkoutUrl: PAGE })
    const byHand = await createListing(merchant, { price: PRICE, fulfilment: 'manual', checkoutUrl: PAGE })
    const noPage = await createListing(merchant, { price: PRICE })
    for (const { id } of [free, byHand, noPage]) {
      const { order, checkout } = await claim(id)
      assert.isNull(checkout)
      assert.isNull((await read(order.id)).checkout)
    }
    const body = { listingId: byHand.id, endUserId: customer.id }
    const sale = await call('POST', ordersPath(merchant), { token: merchant.token, body })
    assert.isNull((await read(sale.body.data.order.id)).checkout)

    // Where the end user can neither pay nor be served, the merchant has to act.
    const asked = (await mailsTo(merchant.email)).filter(({ subject }) => subject.startsWith('New order'))
    assert.lengthOf(asked, 2)

    const { order } = await claim(sold.id)
    assert.isNotNull((await read(order.id)).checkout)
    const processor = `/v1/dashboard/orgs/${merchant.orgId}/storefront/processors/${processorId}`
    await call('PATCH', processor, { token: merchant.token, body: { paused: true } })
    assert.isNull((await read(order.id)).checkout)
  })
})
