import AssignLicense from '#end_users/actions/assign_license'
import { call } from './api.js'
import { createListing } from './shops.js'
import { createSubscriber } from './subscriber.js'

/** A license that a subscription has paid for, or that has no end, and a second subscription that names it. */
export async function createSharedLicense(sold: object, first: object, listing: object = {}) {
  const shop = await createSubscriber(listing)
  const { merchant, processorId, send, license } = shop
  const providerRefs = [{ processorId, ref: 'price_2' }]
  await createListing(merchant, { name: 'More', providerRefs, ...sold })
  await send('purchase.paid', first)
  const { key } = await license()
  const other = {
    ref: `${shop.ref}-2`,
    subscription: `${shop.ref}-2`,
    providerRef: 'price_2',
    licenseKey: key,
  }
  const more = (type: string, data: object = {}) => send(type, { ...other, ...data })
  // The license of the oldest order.
  const asked = async (method: string, body?: object) => {
    const { licenses } = (await shop.orders()).at(-1)
    const path = `/v1/dashboard/licenses/${licenses[0].id}`
    return (await call(method, path, { token: shop.token, body })).body.data.license
  }
  const read = () => asked('GET')
  const patch = (body: object) => asked('PATCH', body)
  const giveTo = async ({ id: userId }: { id: string }) =>
    new AssignLicense().assign(merchant.scope, (await read()).id, { userId })
  return { ...shop, more, read, patch, giveTo }
}
