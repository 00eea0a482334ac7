import { test } from '@japa/runner'
import ExpireOrders from '#storefront/actions/expire_orders'
import { DAY } from '#kernel/time/millis'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { createCustomer, own } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { drain, tell } from '#tests/testkit/processors'
import { mailsTo } from '#tests/testkit/mails'
import { createListing, ordersPath } from '#tests/testkit/shops'
import { createSubscriber, inDays, near } from '#tests/testkit/subscriber'

/** An order that waits for its payment, and a function that sends payment events that name it. */
async function waiting(quantity = 1) {
  const shop = await createSubscriber({ fulfilment: 'manual', stock: 9 })
  const { merchant, token, listingId, processorId, license } = shop
  const body = { listingId, email: `${newId()}@example.net`, quantity }
  const { order } = (await call('POST', ordersPath(merchant), { token, body })).body.data
  const pay = async (ref: string, data: object = {}, type = 'purchase.paid') => {
    await tell(processorId, type, { ref, orderId: order.id, ...data })
    await drain()
  }
  const orders = async () => (await shop.orders()).toReversed()
  const status = async (id: string) =>
    (await call('GET', `/v1/dashboard/licenses/${id}`, { token })).body.data.license.status
  return { ...shop, order, pay, orders, status, license }
}

/** contract/10-storefront#106-processor-events */
test.group('payments of orders that they name', () => {
  test('are written into the order: what was paid, and by which payment', async ({ assert }) => {
    const { order, pay, orders, processorId } = await waiting()
    await pay('pay_1', { amount: 100, currency: 'EUR' })
    const [paid, ...others] = await orders()
    assert.lengthOf(others, 0)
    assert.containSubset(paid, {
      ...{ id: order.id, state: 'fulfilled', source: 'merchant', flags: ['lower_amount'] },
      ...{ amount: 100, currency: 'EUR', reference: 'pay_1', processorId },
    })
  })

  test('say nothing of the amount where the event says none', async ({ assert }) => {
    const { order, pay, orders } = await waiting(2)
    await pay('pay_1')
    assert.containSubset(await orders(), [{ id: order.id, amount: 3800, currency: 'EUR', flags: [] }])
  })

  test('that come after it has expired give its end user the same', async ({ assert }) => {
    const { order, pay, orders } = await waiting(2)
    await new ExpireOrders().execute(undefined, Date.now() + 8 * DAY)
    // A processor may send no address, or the address of another person who has paid.
    await pay('pay_1')
    await pay('pay_2', { customer: { email: `${newId()}@example.net` } })
    const [expired, ...made] = await orders()
    assert.equal(expired.state, 'expired')
    assert.lengthOf(made, 2)
    for (const { state, endUserId, quantity, licenses } of made) {
      assert.deepEqual([state, endUserId, quantity], ['fulfilled', order.endUserId, 2])
      assert.lengthOf(licenses, 2)
    }
  })

  test('give nothing twice, under whatever reference they come', async ({ assert }) => {
    const { order, pay, orders } = await waiting()
    for (const ref of ['pay_1', 'pay_2', 'pay_1', 'pay_2']) await pay(ref)
    const [paid, ...others] = await orders()
    assert.lengthOf(others, 0)
    assert.containSubset(paid, { id: order.id, state: 'fulfilled', reference: 'pay_1' })
    assert.lengthOf(paid.licenses, 1)
  })

  test('find what its merchant has fulfilled by hand', async ({ assert }) => {
    const { merchant, token, order, pay, orders } = await waiting()
    await call('POST', `${ordersPath(merchant)}/${order.id}/fulfil`, { token })
    await pay('pay_1', { amount: 100, currency: 'EUR' })
    assert.lengthOf(await orders(), 1)
    await pay('pay_1', {}, 'refund.full')
    const reversed = { state: 'reversed', reference: 'pay_1', amount: 100, flags: ['lower_amount'] }
    assert.containSubset(await orders(), [reversed])
  })

  test('limit what its merchant has fulfilled by hand to the period that is paid for', async ({ assert }) => {
    const { merchant, token, order, pay, license } = await waiting()
    await call('POST', `${ordersPath(merchant)}/${order.id}/fulfil`, { token })
    await pay('pay_1', { subscription: 'sub_1', periodEnd: inDays(30) })
    const { expirationMode, expiresAt } = await license()
    assert.equal(expirationMode, 'fixed')
    assert.isTrue(near(expiresAt, 33))
    await pay('pay_2', { subscription: 'sub_2', periodEnd: inDays(10) })
    assert.isTrue(near((await license()).expiresAt, 33))
    await pay('pay_1', { subscription: 'sub_1', periodEnd: inDays(60) }, 'subscription.renewed')
    assert.isTrue(near((await license()).expiresAt, 63))
  })

  test('that come again for an expired order are one new order, which waits while its license cannot have it', async ({
    assert,
  }) => {
    const { merchant, token, processorId, orders } = await waiting()
    const customer = await createCustomer(merchant)
    const expiresAt = Date.now() + DAY
    const [{ id: targetLicenseId }] = await seedLicenses(merchant, 1, { expirationMode: 'fixed', expiresAt })
    await own(customer, targetLicenseId)
    const sold = { kind: 'renewal', extendDays: 30, fulfilment: 'manual' } as const
    const { id: listingId } = await createListing(merchant, sold)
    const body = { listingId, targetLicenseId }
    const { order } = (await call('POST', '/v1/enduser/orders', { token: customer.token, body })).body.data
    await new ExpireOrders().execute(undefined, Date.now() + 8 * DAY)
    const license = `/v1/dashboard/licenses/${targetLicenseId}`
    await call('POST', `${license}/suspend`, { token })
    const pay = async () => {
      await tell(processorId, 'purchase.paid', { ref: 'pay_1', orderId: order.id })
      await drain()
    }
    for (let time = 0; time < 3; time++) await pay()
    const made = async () =>
      (await orders()).filter((one: { reference: string }) => one.reference === 'pay_1')
    assert.lengthOf(await made(), 1)
    assert.containSubset(await made(), [{ state: 'pending', flags: ['target_inactive'] }])
    const mails = (await mailsTo(merchant.email)).filter(({ subject }) =>
      subject.includes('is paid and waits')
    )
    assert.lengthOf(mails, 1)
    assert.match(mails[0].text, /The license is not active/)
    await new ExpireOrders().execute(undefined, Date.now() + 8 * DAY)
    assert.containSubset(await made(), [{ state: 'pending' }])
    await call('POST', `${license}/unsuspend`, { token })
    await pay()
    assert.containSubset(await made(), [{ state: 'fulfilled' }])
    assert.lengthOf(await made(), 1)
    const { expiresAt: end } = (await call('GET', license, { token })).body.data.license
    assert.equal(Date.parse(end), expiresAt + 30 * DAY)
  })

  test('do not change a license of another product: the order waits for its merchant', async ({ assert }) => {
    const { merchant, token, processorId, orders } = await waiting()
    const customer = await createCustomer(merchant)
    const products = `/v1/dashboard/orgs/${merchant.orgId}/products`
    const other = (await call('POST', products, { token, body: { name: 'Other' } })).body.data.product
    const [{ id: licenseId }] = await seedLicenses({ ...merchant, productId: other.id }, 1, {
      ...{ expirationMode: 'fixed', expiresAt: Date.now() + DAY },
    })
    await own(customer, licenseId)
    const read = async () =>
      (await call('GET', `/v1/dashboard/licenses/${licenseId}`, { token })).body.data.license
    const before = await read()
    for (const sold of [
      { kind: 'renewal', extendDays: 30 },
      { kind: 'addon', grant: { hwidLimit: 2 } },
    ] as const) {
      const { id: listingId } = await createListing(merchant, sold)
      await tell(processorId, 'purchase.paid', { ref: newId(), listingId, licenseId })
      await drain()
      assert.containSubset((await orders()).at(-1), { state: 'pending', flags: ['target_inactive'] })
      assert.deepEqual(await read(), before)
    }
  })

  test('of a renewal that name no license: the order cannot be fulfilled, only rejected', async ({
    assert,
  }) => {
    const { merchant, token, processorId, orders } = await waiting()
    const { id: listingId } = await createListing(merchant, { kind: 'renewal', extendDays: 30 })
    const customer = { email: `${newId()}@example.net` }
    await tell(processorId, 'purchase.paid', { ref: newId(), listingId, customer })
    await drain()
    const order = (await orders()).at(-1)
    assert.containSubset(order, { state: 'pending', targetLicenseId: null, flags: ['target_inactive'] })
    const path = `${ordersPath(merchant)}/${order.id}`
    const fulfilled = await call('POST', `${path}/fulfil`, { token })
    assert.deepEqual([fulfilled.status, fulfilled.body.error.code], [400, 'TARGET_LICENSE_REQUIRED'])
    const rejected = await call('POST', `${path}/reject`, { token, body: { reason: 'Paid for nothing' } })
    assert.equal(rejected.body.data.order.state, 'rejected')
  })

  test('change a license that they name and that has no owner', async ({ assert }) => {
    const { merchant, token, processorId, orders } = await waiting()
    const { id: listingId } = await createListing(merchant, { kind: 'renewal', extendDays: 30 })
    const expiresAt = Date.now() + DAY
    const [{ id: licenseId, key: licenseKey }] = await seedLicenses(merchant, 1, {
      ...{ expirationMode: 'fixed', expiresAt },
    })
    const customer = { email: `${newId()}@example.net` }
    await tell(processorId, 'purchase.paid', { ref: newId(), listingId, licenseKey, customer })
    await drain()
    const order = (await orders()).at(-1)
    assert.containSubset(order, { state: 'fulfilled', flags: [], licenses: [{ id: licenseId }] })
    const { body } = await call('GET', `/v1/dashboard/licenses/${licenseId}`, { token })
    assert.equal(Date.parse(body.data.license.expiresAt), expiresAt + 30 * DAY)
  })

  test('go to the end user with the external id of the customer, whatever the address', async ({
    assert,
  }) => {
    const { merchant, token, send, orders } = await createSubscriber()
    const externalId = newId()
    const path = `/v1/dashboard/orgs/${merchant.orgId}/end-users`
    const { endUser } = (await call('POST', path, { token, body: { externalId } })).body.data
    for (const customer of [{ externalId, email: `${newId()}@example.net` }, { externalId }]) {
      await send('purchase.paid', { ref: newId(), subscription: undefined, customer })
    }
    const owners = (await orders()).map((order: { endUserId: string }) => order.endUserId)
    assert.deepEqual(owners, [endUser.id, endUser.id])
    const email = `${newId()}@example.net`
    const customer = { externalId: newId(), email }
    await send('purchase.paid', { ref: newId(), subscription: undefined, customer })
    const [{ endUserId }] = await orders()
    const made = (await call('GET', `${path}/${endUserId}`, { token })).body.data.endUser
    assert.deepEqual([made.email, made.externalId], [email, null])
  })
})
