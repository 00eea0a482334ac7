import { DAY } from '#kernel/time/millis'
import { effectiveExpiresAt } from '#licensing/rules/expiry_clock'
import { done, type EventResult } from '#storefront/rules/event_result'
import { isKnownLoss } from '#storefront/rules/lost_money'
import { sellsTime } from '#storefront/rules/listing'
import { isOlder } from '#storefront/rules/paid_period'
import { expiryWithoutPeriods } from '#storefront/rules/subscription_end'
import { changeTarget } from '#storefront/store/change_target'
import { hasOtherDays, isChangedBesidesRenewals } from '#storefront/store/changed_since'
import type { LockedOrder } from '#storefront/store/lock_order'
import { everPaidElsewhere } from '#storefront/store/paid_elsewhere'
import { isTargetReversed, soldOrderOf, type SoldOrder } from '#storefront/store/sold_order'
import { flagOrder } from '#storefront/store/write_order'
import type { EventCall } from './event_call.js'
import { eventContext, licensesOf } from './event_subscription.js'

/**
 * Returns whether the target of a reversed order has nothing from the payment of an event: no period but the first one has
 * given it time, or the money of this payment is known to be gone.
 */
export function hasNothing({ event, subject: { latest } }: EventCall, order: SoldOrder): boolean {
  return isTargetReversed(order) && (latest.before === undefined || isKnownLoss(event, latest))
}

/**
 * Takes back the time that the periods of a subscription have given the target of a reversed order, because the money of
 * another one is gone, unless a later one was paid since. No limit moves into the past, nor before what other
 * subscriptions have paid for. If somebody has changed the license since the order, this flags the order.
 */
export async function takeBackPeriods(call: EventCall, order: LockedOrder): Promise<EventResult> {
  const { trx, event, subject } = call
  const { latest, periodEnd } = subject
  if (latest.before === undefined) return done('The order is reversed', order.id)
  if (isOlder(event, latest.period)) {
    if (!sellsTime(order.listing.kind)) await flagOrder(trx, order.id, 'target_inactive')
    return done('The order is reversed; a later period is paid for', order.id)
  }
  const licenses = await licensesOf(call)
  const { now } = call
  const { listing } = await soldOrderOf(trx, subject)
  // The end of a reversed order's subscription leaves no grace.
  const paid = (periodEnd ?? now) + (subject.endedAt === null ? listing.graceDays * DAY : 0)
  for (const license of licenses) {
    const { id } = license
    const isChanged = await isChangedBesidesRenewals(trx, id, order.effect?.revisions[id] ?? 0)
    // The reversal has shortened the license, so that days from elsewhere may lie within the periods.
    const isMixed = (effectiveExpiresAt(license, now) ?? 0) <= paid && (await hasOtherDays(trx, id, order.id))
    if (!isChanged && !isMixed) continue
    await flagOrder(trx, order.id, 'changed_since')
    return done('The license was changed since: the order is flagged', order.id)
  }
  const elsewhere = await everPaidElsewhere(trx, subject)
  for (const before of licenses) {
    const limit = effectiveExpiresAt(before, now)
    if (limit === null) continue
    const own = expiryWithoutPeriods(limit, paid, latest.before)
    const expiresAt = Math.max(own, now, elsewhere.get(before.id) ?? 0)
    if (expiresAt >= limit) continue
    const terms = { expirationMode: 'fixed', expiresAt, expiresAfterDays: null } as const
    await changeTarget(trx, before, { terms }, eventContext(call))
  }
  delete latest.before
  return done('The order is reversed: its periods are taken back', order.id)
}
