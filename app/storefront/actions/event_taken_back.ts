import { DAY, type Millis } from '#kernel/time/millis'
import { effectiveExpiresAt } from '#licensing/rules/expiry_clock'
import { done, type EventResult } from '#storefront/rules/event_result'
import { isKnownLoss } from '#storefront/rules/lost_money'
import { sellsTime } from '#storefront/rules/listing'
import { paidTime } from '#storefront/rules/paid_periods'
import { renewedUntil, untilWithout } from '#storefront/rules/renewal'
import { changeTarget } from '#storefront/store/change_target'
import { isChangedBesidesRenewals } from '#storefront/store/changed_since'
import type { LockedOrder } from '#storefront/store/lock_order'
import { everPaidElsewhere } from '#storefront/store/paid_elsewhere'
import { isTargetReversed, soldOrderOf, type SoldOrder } from '#storefront/store/sold_order'
import { flagOrder } from '#storefront/store/write_order'
import { eventContext, type EventCall } from './event_call.js'
import { licensesOf } from './event_subscription.js'

/**
 * Returns whether the target of a reversed order has nothing from the payment of an event: no period but the first one has
 * given it time, or the money of this payment is known to be gone.
 */
export function hasNothing({ event, subject: { latest } }: EventCall, order: SoldOrder): boolean {
  return isTargetReversed(order) && (latest.before === undefined || isKnownLoss(event, latest))
}

/**
 * Takes back the time that a subscription has given the target of an order that is reversed, except what its other payments
 * have paid for. `had` is until when its periods have paid before (see `paidTime`), `order` the order before its
 * reversal. No limit moves into the past, nor before what other subscriptions have paid for. If somebody has changed the
 * license since the order, this flags the order.
 */
export async function takeBackPeriods(
  call: EventCall,
  order: LockedOrder,
  had: Millis
): Promise<EventResult> {
  const { trx, subject } = call
  const { latest } = subject
  const { effect, listing } = order
  const given = order.state === 'fulfilled' ? effect?.terms : undefined
  if (latest.before === undefined && !given) return done('The order is reversed', order.id)
  const licenses = await licensesOf(call)
  const { now } = call
  const kept = paidTime(subject, { ...order, ...(await soldOrderOf(trx, subject)), effect })
  for (const { id } of licenses) {
    const revision = Math.max(effect?.revisions[id] ?? 0, effect?.reversed?.[id] ?? 0)
    if (!(await isChangedBesidesRenewals(trx, id, revision))) continue
    await flagOrder(trx, order.id, 'changed_since')
    return done('The license was changed since: the order is flagged', order.id)
  }
  const elsewhere = await everPaidElsewhere(trx, subject)
  for (const license of licenses) {
    const limit = effectiveExpiresAt(license, now)
    if (limit === null) continue
    const sold = given && (given.after.expiresAt ?? renewedUntil(given, license, now))
    const claim = Math.max(had, sold ?? 0)
    // A license that the end has suspended or revoked has its grace still.
    const isGrace = subject.endedAt !== null && limit === had + listing.graceDays * DAY
    const more = isGrace ? 0 : Math.max(0, limit - claim)
    const before = latest.before ?? ((given && untilWithout(given, license, now)) ?? limit) - more
    const own = Math.min(limit, Math.max(before, kept) + more)
    const expiresAt = Math.max(own, now, elsewhere.get(license.id) ?? 0)
    latest.before = kept > 0 ? before : undefined
    if (expiresAt >= limit) continue
    const terms = { expirationMode: 'fixed', expiresAt, expiresAfterDays: null } as const
    await changeTarget(trx, license, { terms }, eventContext(call))
  }
  if (kept > 0 && !sellsTime(listing.kind)) await flagOrder(trx, order.id, 'target_inactive')
  return done('The order is reversed: what its payment has given is taken back', order.id)
}
