import { done, ignored, type EventResult } from '#storefront/rules/event_result'
import { isPlan, type SoldListing } from '#storefront/rules/listing'
import { isOlder, knownPeriod } from '#storefront/rules/paid_period'
import { givePlan, listedPlanOf } from '#storefront/store/give_plan'
import type { LockedOrder } from '#storefront/store/lock_order'
import { flagOrder } from '#storefront/store/write_order'
import type { EventCall } from './event_call.js'
import { pricedListingOf } from './event_listing.js'
import { lockedOrderOf } from './event_order.js'
import { buy } from './event_purchase.js'
import { eventContext, flagged, licensesOf, renew } from './event_subscription.js'

/**
 * Handles a change of the price. The license gets the tier and the policy override of the new price's listing (see
 * `pricedListingOf`), and keeps its id and key. A tier or policy override that no listing gave stays. A listing of
 * another product gives the license nothing, because its tiers and limits are not for this product: the order is flagged.
 * If the event contains a paid period, it also counts as a renewal; the new period may have another length.
 */
export async function change(call: EventCall): Promise<EventResult> {
  const { trx, event, subject, now } = call
  if (isOlder(event, subject.latest.price)) return done('A later price is known already', subject.orderId)
  const found = await pricedListingOf(call)
  const listing = found && isPlan(found.kind) ? found : null
  if (listing) subject.latest.price = event.occurredAt || now
  const order = subject.licenseIds.length === 0 ? await lockedOrderOf(call) : null
  // The merchant may have fulfilled the order while this waited for its lock.
  if (order && subject.licenseIds.length === 0) return changeWithout(call, order, listing)
  // Processors repeat the period whatever changes, also one whose money is gone.
  const isPaid = event.periodEnd !== null && event.periodEnd > (subject.latest.lost ?? 0)
  if (!listing || listing.id === subject.listingId) {
    if (isPaid) return renew(call)
    return listing ? done('Nothing changes', subject.orderId) : ignored('No listing has the new price')
  }
  const licenses = await licensesOf(call)
  if (licenses.some(({ productId }) => productId !== listing.productId)) {
    if (isPaid) await renew(call)
    return otherProduct(call)
  }
  const before = await listedPlanOf(trx, subject.orgId, subject.listingId)
  await givePlan(trx, subject.orgId, licenses, { plan: listing, before }, eventContext(call))
  subject.listingId = listing.id
  delete subject.latest.plan
  if (isPaid) await renew(call)
  const held = licenses.filter(({ status }) => status === 'REVOKED')
  return flagged(trx, subject, held, `The license now has what the listing ${listing.name} gives`)
}

/**
 * Handles a change of the price for an order without licenses. One that waits keeps the new listing for its licenses. A
 * period is a payment, as in a renewal; it makes a new order in place of one that is over only if it is a later one than
 * the last that is known, because processors repeat the period whatever changes.
 */
async function changeWithout(call: EventCall, order: LockedOrder, listing: SoldListing | null) {
  const { event, subject } = call
  const { periodEnd } = event
  if (order.state !== 'pending') {
    const known = knownPeriod(subject)
    if (known !== null && periodEnd !== null && periodEnd > known) return buy(call)
    subject.periodEnd = known ?? periodEnd
    return done(`The order is ${order.state}`, order.id)
  }
  const isOther = listing !== null && listing.id !== subject.listingId
  const isElsewhere = isOther && listing.productId !== order.productId
  if (isOther && !isElsewhere) {
    subject.listingId = listing.id
    subject.latest.plan = subject.latest.price
  }
  // A period that is no later than this one belongs to a payment whose money is gone, or whose order is over.
  const isPaid = periodEnd !== null && periodEnd > (subject.periodEnd ?? 0)
  const bought = isPaid ? await buy(call) : null
  if (isElsewhere) return otherProduct(call)
  if (bought) return bought
  if (isOther) return done(`The order waits for its merchant: then ${listing.name} applies`, order.id)
  return listing ? done('Nothing changes', order.id) : ignored('No listing has the new price')
}

async function otherProduct({ trx, subject }: EventCall): Promise<EventResult> {
  if (subject.orderId) await flagOrder(trx, subject.orderId, 'target_inactive')
  return done('The listing is of another product: the license stays, the order is flagged', subject.orderId)
}
