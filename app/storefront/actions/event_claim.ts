import { knownPeriod } from '#storefront/rules/paid_period'
import type { LockedOrder } from '#storefront/store/lock_order'
import { flagOrder } from '#storefront/store/write_order'
import type { EventCall } from './event_call.js'

/** An order, and the listing whose price it is paid with. */
type SoldAs = Pick<LockedOrder, 'id'> & { listingId: string | null }

/** Returns whether only the merchant's own relay can have written the names in an event. */
export const isTrusted = ({ source }: EventCall) => source.provider === 'standard'

/**
 * Flags an order if the purchase that names it, or its listing, is for the price of another listing: buyers can change
 * these names in the address of their checkout. An earlier event of the purchase may have named it: a checkout of Stripe
 * says the names, and the first invoice the price. A renewal is not flagged, because a subscription may change its price.
 */
export async function flagClaimedOtherwise(call: EventCall, { id, listingId }: SoldAs) {
  const { trx, event, subject } = call
  const isNamed = event.orderId !== null || event.listingId !== null
  const isFirst = subject.orderId === id && knownPeriod(subject) === null
  if (event.type !== 'purchase.paid' || !(isNamed || isFirst) || isTrusted(call)) return
  const sold = await call.soldLines()
  if (sold.length > 0 && !sold.some((line) => line.listingId === listingId))
    await flagOrder(trx, id, 'claimed_otherwise')
}

/**
 * Returns whether a payment leaves an order to the merchant: nobody can buy a listing without a price that the merchant
 * fulfils by hand, unless a price of the processor is mapped to it. An order that the merchant has made is approved.
 */
export async function needsApproval(
  call: EventCall,
  { source: maker, listing }: LockedOrder
): Promise<boolean> {
  if (maker === 'merchant' || listing.price !== null || listing.fulfilment !== 'manual') return false
  if (isTrusted(call)) return false
  const sold = await call.soldLines()
  return !sold.some(({ listingId }) => listingId === listing.id)
}
