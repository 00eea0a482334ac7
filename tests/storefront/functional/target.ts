import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { drain, tell } from '#tests/testkit/processors'
import { createSharedLicense } from '#tests/testkit/shared_license'
import { ordersPath } from '#tests/testkit/shops'
import { inDays } from '#tests/testkit/subscriber'

/** A minute, in days. */
export const MINUTE = 1 / 1440
export const RENEWAL = { kind: 'renewal', extendDays: 30 }
export const ADDON = { kind: 'addon', grant: { hwidLimit: 2 } }

/** For how many days a license is still valid. */
export const daysOf = ({ expiresAt }: { expiresAt: string }) =>
  Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)

/** A license with 10 days of its own, and what a subscription that names it is told to have done, minutes ago. */
export async function createTarget(
  sold: object,
  { first = { subscription: undefined }, listing = {} }: { first?: object; listing?: object } = {}
) {
  const terms = { expirationMode: 'fixed', expiresAt: inDays(10) }
  const shared = await createSharedLicense(sold, first, { terms, ...listing })
  const { merchant, token, processorId, ref, customer, read, orders } = shared
  const { key: licenseKey } = await read()
  const subscription = `${ref}-2`
  const say = async (minutes: number, type: string, data: object = {}) => {
    const told = { ref: subscription, subscription, providerRef: 'price_2', licenseKey, customer, ...data }
    await tell(processorId, type, told, newId(), inDays(-minutes * MINUTE))
    await drain()
  }
  const reverse = async () => {
    const path = `${ordersPath(merchant)}/${(await orders())[0].id}/reverse`
    return (await call('POST', path, { token, body: { reason: 'Returned' } })).status
  }
  const state = async () => {
    const license = await read()
    const [{ state: order, flags }] = await orders()
    return { status: license.status, days: daysOf(license), order, flags }
  }
  return { ...shared, say, reverse, state }
}
