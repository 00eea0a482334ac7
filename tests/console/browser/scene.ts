import { call } from '#tests/testkit/api'
import { createCustomer, own } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'
import { connect, drain, tell } from '#tests/testkit/processors'
import { openReceiver, status } from '#tests/testkit/receiver'
import { createListing, createShop, ordersPath } from '#tests/testkit/shops'
import { createTicket } from '#tests/testkit/tickets'
import { createEndpoint, deliveriesOf, emit, manualEngine } from '#tests/testkit/webhooks'

/** A merchant with content on every screen, and the ids that appear in the addresses of screens. */
export async function furnish() {
  const merchant = await createMerchant()
  const [license] = await seedLicenses(merchant, 12)
  const post = async (path: string, body: object) =>
    (await call('POST', path, { ...merchant, body })).body.data
  const customer = await createCustomer(merchant, { tickets: true })
  await own(customer, license.id)
  const ticket = await createTicket({ orgId: merchant.orgId, endUserId: customer.id })
  await using receiver = await openReceiver(status(500))
  await using worker = manualEngine()
  const endpoint = await createEndpoint(merchant, { url: receiver.url })
  await emit(merchant, 'license.updated', [{ licenseId: license.id }])
  await worker.run()
  const [delivery] = await deliveriesOf(endpoint.id)
  const { id: processor } = await connect(merchant)
  await tell(processor, 'purchase.paid', { ref: 'pay_1', providerRef: 'price_1' })
  await drain()
  await createShop(merchant)
  const listing = await createListing(merchant)
  const order = await post(ordersPath(merchant), { listingId: listing.id, endUserId: customer.id })
  const release = await post(`/v1/dashboard/products/${merchant.productId}/releases`, { version: '1.0.0' })
  await post(`/v1/dashboard/products/${merchant.productId}/tiers`, { code: 'pro', name: 'Pro' })
  await post(`/v1/dashboard/orgs/${merchant.orgId}/domains`, { hostname: 'example.com', purpose: 'email' })
  const ids = {
    ...{ license: license.id, product: merchant.productId, customer: customer.id, ticket },
    ...{ processor, order: order.order.id, release: release.release.id },
    ...{ endpoint: endpoint.id, delivery: delivery.id },
  }
  return { merchant, ids }
}
