import { call } from './api.js'
import { connect, drain, tell } from './processors.js'
import { createListing, createShop, ordersPath } from './shops.js'

type Listing = Parameters<typeof createListing>[1]

/** A shop whose processor sends events; they are processed only by `drain`. */
export async function createTill(listing: Listing = {}) {
  const { merchant, token } = await createShop()
  const { id: processorId } = await connect(merchant)
  await tell(processorId, 'hello', {})
  await drain()
  const sold = { providerRefs: [{ processorId, ref: 'price_1' }], perCustomer: null, ...listing }
  const { id: listingId } = await createListing(merchant, sold)
  const buy = (ref: string, data: object = {}, type = 'purchase.paid') => {
    const customer = { email: `${ref}-${merchant.orgId}@example.net` }
    return tell(processorId, type, { ref, providerRef: 'price_1', customer, ...data })
  }
  const orders = async () =>
    (await call('GET', `${ordersPath(merchant)}?limit=200`, { token })).body.data.orders as Order[]
  return { merchant, processorId, listingId, buy, orders }
}

type Order = {
  id: string
  number: number
  state: string
  endUserId: string
  reference: string
  flags: string[]
  licenses: { id: string; key: string }[]
}
