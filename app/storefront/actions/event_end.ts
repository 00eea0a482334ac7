import { DAY, type Millis } from '#kernel/time/millis'
import { effectiveExpiresAt } from '#licensing/rules/expiry_clock'
import type { LicenseState } from '#licensing/rules/license'
import { done, type EventResult } from '#storefront/rules/event_result'
import { needsTarget, sellsTime } from '#storefront/rules/listing'
import {
  endOfLastPeriod,
  isKnownEnd,
  isMoneyGone,
  isOldEnd,
  knownPeriod,
} from '#storefront/rules/paid_period'
import { isPeriodGone, paidTime } from '#storefront/rules/paid_periods'
import { givenAfterEnd, renewedUntil } from '#storefront/rules/renewal'
import { expiryAfterEnd, type SoldTime } from '#storefront/rules/subscription_end'
import { changeTarget } from '#storefront/store/change_target'
import { notPaidElsewhere, paidElsewhere } from '#storefront/store/paid_elsewhere'
import { pausesOf } from '#storefront/store/pauses_of'
import { isTargetReversed, soldOrderOf, type SoldOrder } from '#storefront/store/sold_order'
import { writeEffect } from '#storefront/store/write_order'
import { eventContext, type EventCall } from './event_call.js'
import { stop } from './event_holds.js'
import { lockedOrderOf } from './event_order.js'
import { licensesOf } from './event_subscription.js'
import { revokeAll } from './reverse_order.js'

/**
 * Handles the end of a subscription. The listing's `onEnd` decides what happens to the license, but a license that
 * another subscription pays for now is neither suspended nor revoked: it expires. It keeps the time that it has from
 * elsewhere (see `expiryAfterEnd`), and a target that never expires stays so. An addon or an upgrade whose periods have
 * extended nothing has given no time, so its end changes none. If the order of a target is reversed, the license has
 * nothing from this subscription, and its end changes nothing. If the order waits, its license has no more than the last
 * period once it is fulfilled. An end that is told again changes nothing.
 */
export async function end(call: EventCall): Promise<EventResult> {
  const { trx, event, subject, now } = call
  const { state } = await lockedOrderOf(call)
  const waiting = subject.licenseIds.length === 0 && state === 'pending'
  const known = waiting ? { ...subject, periodEnd: knownPeriod(subject) } : subject
  if (isOldEnd(event, { periodEnd: known.periodEnd, renewedAt: subject.latest.period })) {
    return done('The subscription was renewed since', subject.orderId)
  }
  const periodEnd = endOfLastPeriod(event, known)
  if (isKnownEnd(event, periodEnd, subject)) return done('The end is known already', subject.orderId)
  const order = await soldOrderOf(trx, subject)
  const { kind, graceDays } = order.listing
  // The target of a reversed order has no more from the subscription than the time of its later periods.
  const onEnd = isTargetReversed(order) ? 'expire' : order.listing.onEnd
  // What an earlier end of a subscription has named that went on since.
  if (!waiting && subject.endedAt === null) delete subject.latest.paid
  subject.endedAt = event.occurredAt || now
  subject.latest.end = periodEnd ?? undefined
  if (waiting) keepLast(call)
  else if (subject.latest.unused !== undefined && periodEnd !== null)
    subject.latest.unused = Math.min(subject.latest.unused, periodEnd)
  if (isTargetReversed(order) && subject.latest.before === undefined)
    return done('The order is reversed', subject.orderId)
  const locked = await licensesOf(call)
  const context = eventContext(call)
  const elsewhere = await paidElsewhere(trx, subject)
  const lost = onEnd === 'expire' ? [] : notPaidElsewhere(locked, elsewhere, call.now)
  if (onEnd === 'revoke') await revokeAll(trx, lost, context)
  if (onEnd === 'suspend') await stop(call, lost)
  // Without licenses, because the order waits or they were deleted, this is what the listing says.
  const outcome = lost.length > 0 || locked.length === 0 ? onEnd : 'expire'
  const ended = done(`The subscription has ended: ${outcome}`, subject.orderId)
  const isGone = isPeriodGone(subject.latest.periods, periodEnd ?? subject.periodEnd)
  const until =
    needsTarget(kind) && isGone ? paidTime(subject, order) : (periodEnd ?? subject.periodEnd ?? now)
  const paid = Math.max(until, subject.periodEnd ?? 0) + graceDays * DAY
  const isAll = kind === 'new' && subject.periodEnd === null
  const kept = locked.filter((license) => !lost.includes(license))
  await expireLicenses(call, order, kept, { until, paid, isAll, elsewhere })
  return ended
}

/**
 * Ends licenses with what their subscription has paid for. They keep the time from elsewhere (see `expiryAfterEnd`). The
 * order, which must be locked, records what is left of a renewal, so that a reversal takes no more than that. The end
 * lengthens no license if the money of the last period is disputed or gone, or if that period is known already: then
 * somebody has taken its time away since.
 */
export async function expireLicenses(
  call: EventCall,
  order: SoldOrder,
  licenses: LicenseState[],
  { elsewhere, ...time }: Pick<SoldTime, 'until' | 'paid' | 'isAll'> & { elsewhere: Map<string, Millis> }
) {
  const { trx, subject, now } = call
  const isSold = sellsTime(order.listing.kind) && !isTargetReversed(order)
  const given = isSold ? order.effect?.terms : undefined
  if (!isSold && subject.latest.before === undefined) return
  const isGone = isMoneyGone(subject.latest)
  const isKnown = time.until <= (subject.periodEnd ?? 0)
  const pauses = await pausesOf(trx, subject.orgId, licenses, now)
  for (const before of licenses) {
    const floor = given ? renewedUntil(given, before, now) : (subject.latest.before ?? 0)
    const sold = { ...time, floor, sellsTime: isSold }
    const limit = effectiveExpiresAt(before, now)
    const expiresAt = expiryAfterEnd(limit, sold, elsewhere.get(before.id) ?? 0, pauses.get(before.id))
    // Days that count from the activation may end before a period that was paid all at once.
    const isGiven = isGone || (isKnown && before.expirationMode === 'fixed')
    if (expiresAt === null || (isGiven && expiresAt > (limit ?? Infinity))) continue
    if (given) {
      const left = { ...order.effect!, terms: givenAfterEnd(given, before, expiresAt, now) }
      await writeEffect(trx, { orgId: subject.orgId, id: subject.orderId! }, left)
    }
    const terms = { expirationMode: 'fixed', expiresAt, expiresAfterDays: null } as const
    await changeTarget(trx, before, { terms }, eventContext(call))
  }
}

/**
 * Sets the period that a waiting order has unused to the last one of its subscription, as the end names it. If the end
 * names none, it stays; if no event has named one, what was paid lasts to the end.
 */
function keepLast({ subject: { latest, endedAt } }: EventCall) {
  const { end: last, unused } = latest
  if (unused === undefined && latest.refund !== undefined) return
  // A failed payment may arrive after the end: then only the period that was paid before counts.
  if (last !== unused) latest.paid = unused
  latest.unused = last ?? unused ?? endedAt!
}
