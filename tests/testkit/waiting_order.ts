import { call } from './api.js'
import { drain, tell } from './processors.js'
import { createListing, ordersPath, shopPath } from './shops.js'
import { createSubscriber, inDays } from './subscriber.js'

/** An end user who has paid for more time of a suspended license: the order of the renewal waits for its merchant. */
export async function createWaitingOrder(sold: object = {}) {
  const shop = await createSubscriber({
    terms: { expirationMode: 'fixed', expiresAt: inDays(10) as never },
  })
  const { send, license, merchant, token, processorId } = shop
  await send('purchase.paid')
  const { id, key } = await license()
  const path = `/v1/dashboard/licenses/${id}`
  await call('POST', `${path}/suspend`, { token, body: { reason: 'Abuse' } })
  const listing = await createListing(merchant, {
    ...{ kind: 'renewal', extendDays: 30, name: 'More', providerRefs: [{ processorId, ref: 'price_2' }] },
    ...sold,
  })
  const paid = { ref: `pay-${shop.ref}`, subscription: undefined, providerRef: 'price_2', licenseKey: key }
  const say = (type: string, data: object = {}) => send(type, { ...paid, ...data })
  /** Tells of something that happened so many days ago. */
  const sayLate = async (daysAgo: number, type: string, data: object = {}) => {
    const told = { ...paid, subscription: paid.ref, customer: shop.customer, ...data }
    await tell(processorId, type, told, undefined, inDays(-daysAgo))
    await drain()
  }
  // Before anything that a test tells of.
  await sayLate(60, 'purchase.paid', { subscription: undefined })
  const order = async () =>
    (await shop.orders()).find(({ reference }: { reference: string }) => reference === paid.ref)
  const read = async () => (await call('GET', path, { token })).body.data.license
  const unsuspend = () => call('POST', `${path}/unsuspend`, { token })
  const act = async (move: string, body: object = {}) =>
    call('POST', `${ordersPath(merchant)}/${(await order()).id}/${move}`, { token, body })
  const fulfil = () => act('fulfil')
  const reject = () => act('reject', { reason: 'Abuse' })
  const events = `${shopPath(merchant)}/processors/${processorId}/events`
  const result = async () => (await call('GET', events, { token })).body.data.events[0].result
  const moves = { say, sayLate, unsuspend, fulfil, reject }
  return { ...shop, ...moves, soldId: listing.id, order, read, result, subscription: paid.ref }
}
