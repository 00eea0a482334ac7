import { DAY } from '#kernel/time/millis'
import { newId } from '#kernel/secrets/ids'
import { call } from './api.js'
import { connect, drain, tell } from './processors.js'
import { createListing, createShop, ordersPath } from './shops.js'

/** A shop with a listing for a price, and a subscriber whose subscription events are sent and processed. */
export async function createSubscriber(listing: Parameters<typeof createListing>[1] = {}) {
  const { merchant, token } = await createShop()
  const { id: processorId } = await connect(merchant)
  await tell(processorId, 'hello', {})
  const { id: listingId } = await createListing(merchant, {
    ...{ price: { amount: 1900, currency: 'EUR' }, providerRefs: [{ processorId, ref: 'price_1' }] },
    ...listing,
  })
  const ref = `sub_${newId()}`
  const customer = { email: `${newId()}@example.net` }
  const send = async (type: string, data: object = {}, id?: string) => {
    await tell(processorId, type, { ref, subscription: ref, providerRef: 'price_1', customer, ...data }, id)
    await drain()
  }
  const orders = async () => (await call('GET', ordersPath(merchant), { token })).body.data.orders
  const license = async () => {
    const [{ licenses }] = await orders()
    return (await call('GET', `/v1/dashboard/licenses/${licenses[0].id}`, { token })).body.data.license
  }
  const act = async (move: string, body?: object) =>
    call('POST', `/v1/dashboard/licenses/${(await license()).id}/${move}`, { token, body })
  return { merchant, token, processorId, listingId, ref, customer, send, orders, license, act }
}

/** A date `days` days from now. */
export const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

/** True if a date is `days` days from now, within a minute. */
export const near = (date: string, days: number) =>
  Math.abs(Date.parse(date) - Date.now() - days * DAY) < 60_000
