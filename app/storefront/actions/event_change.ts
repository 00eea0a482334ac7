import { done, ignored, type EventResult } from '#storefront/rules/event_result'
import { isPlan, type SoldListing } from '#storefront/rules/listing'
import { isOlder, knownPeriod, latestOf, pastPeriod } from '#storefront/rules/paid_period'
import { isPeriodGone } from '#storefront/rules/paid_periods'
import { listedPlanOf } from '#storefront/store/give_plan'
import type { LockedOrder } from '#storefront/store/lock_order'
import { isTargetReversed } from '#storefront/store/sold_order'
import { flagOrder } from '#storefront/store/write_order'
import type { EventCall } from './event_call.js'
import { pricedListingOf } from './event_listing.js'
import { lockedOrderOf } from './event_order.js'
import { givePlan } from './event_plan.js'
import { buy } from './event_purchase.js'
import { flagged, licensesOf, renew } from './event_subscription.js'

/**
 * Handles a change of the price. The license gets the tier and the policy override of the new price's listing (see
 * `pricedListingOf`), and keeps its id and key. A tier or policy override that no listing gave stays. A listing of
 * another product gives the license nothing, because its tiers and limits are not for this product: the order is flagged.
 * If the event contains a paid period, it also counts as a renewal; the new period may have another length. The target of
 * a reversed order gets a plan only with such a period.
 */
export async function change(call: EventCall): Promise<EventResult> {
  const { trx, event, subject, now } = call
  if (isOlder(event, subject.latest.price)) return done('A later price is known already', subject.orderId)
  const found = await pricedListingOf(call)
  const isOther = found !== null && found.id !== subject.listingId
  const order = isOther || subject.licenseIds.length === 0 ? await lockedOrderOf(call) : null
  // A renewal or an addon is no plan, but the price of the order's own listing leads back from one.
  const isKnown = found !== null && (!isOther || isPlan(found.kind) || found.id === order?.listingId)
  const listing = isKnown ? found : null
  if (listing) subject.latest.price = event.occurredAt || now
  // The merchant may have fulfilled the order while this waited for its lock.
  if (order && subject.licenseIds.length === 0) return changeWithout(call, order, listing)
  // Processors repeat the period whatever changes, also one whose money is gone.
  const isPaid = event.periodEnd !== null && event.periodEnd > (subject.latest.lost ?? 0)
  if (!order || !listing || !isOther) {
    if (isPaid) return renew(call)
    return listing ? done('Nothing changes', subject.orderId) : ignored('No listing has the new price')
  }
  const isNew = isPaid && pastPeriod(event, subject) === null
  if (isTargetReversed(order) && !isNew) return done('The order is reversed', subject.orderId)
  const licenses = await licensesOf(call)
  if (licenses.some(({ productId }) => productId !== listing.productId)) {
    if (isPaid) await renew(call)
    return otherProduct(call)
  }
  const before = await listedPlanOf(trx, subject.orgId, subject.listingId)
  const refusal = await givePlan(call, order, { licenses, listingId: listing.id, before })
  subject.listingId = listing.id
  delete subject.latest.plan
  if (isPaid) await renew(call)
  const held = licenses.filter(({ status }) => status === 'REVOKED')
  const result = refusal
    ? `The license keeps its tier and limits, and the order is flagged: ${refusal.message}`
    : `The license now has what the listing ${listing.name} gives`
  return flagged(trx, subject, held, result)
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
  // A period that is no later than this one belongs to a payment whose money is gone, or whose order is over, or it was
  // paid before the end of the subscription.
  const past =
    subject.endedAt === null ? subject.periodEnd : latestOf(knownPeriod(subject), subject.latest.paid)
  const isGone = isPeriodGone(subject.latest.periods, periodEnd)
  const isPaid = periodEnd !== null && periodEnd > (past ?? 0) && !isGone
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
