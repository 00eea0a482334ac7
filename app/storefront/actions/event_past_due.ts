import { DAY } from '#kernel/time/millis'
import { effectiveExpiresAt } from '#licensing/rules/expiry_clock'
import { done, type EventResult } from '#storefront/rules/event_result'
import { sellsTime } from '#storefront/rules/listing'
import { endOfLastPeriod, isOlder } from '#storefront/rules/paid_period'
import { notPaidElsewhere, paidElsewhere } from '#storefront/store/paid_elsewhere'
import { pausesOf } from '#storefront/store/pauses_of'
import { isTargetReversed, soldOrderOf } from '#storefront/store/sold_order'
import { flagOrder } from '#storefront/store/write_order'
import type { EventCall } from './event_call.js'
import { expireLicenses } from './event_end.js'
import { lockedOrderOf } from './event_order.js'
import { licensesOf } from './event_subscription.js'

/** Handles a failed payment: flags the order. If the subscription has ended already, see also `takeBackUnpaid`. */
export async function pastDue(call: EventCall): Promise<EventResult> {
  const { trx, event, subject, now } = call
  const { unpaid, period } = subject.latest
  subject.latest.unpaid = Math.max(unpaid ?? 0, event.occurredAt || now)
  if (isOlder(event, period)) return done('A later payment is known already', subject.orderId)
  if (subject.orderId) await flagOrder(trx, subject.orderId, 'past_due')
  await takeBackUnpaid(call)
  return done('The order is flagged', subject.orderId)
}

/**
 * Takes the period back that the end of the subscription has named, but nobody has paid for (see `endOfLastPeriod`): the
 * licenses last as long as if the payment had failed before the end. Time that they have from elsewhere since stays.
 */
async function takeBackUnpaid(call: EventCall) {
  const { trx, subject } = call
  const { latest } = subject
  const { end: named } = latest
  const periodEnd = latest.paid ?? subject.periodEnd
  if (subject.endedAt === null || periodEnd === null || named === undefined) return
  if (endOfLastPeriod({ periodEnd: named }, { periodEnd, latest }) !== null) return
  delete latest.end
  if (latest.unused !== undefined) latest.unused = Math.min(latest.unused, periodEnd)
  await lockedOrderOf(call)
  const sold = await soldOrderOf(trx, subject)
  const locked = await licensesOf(call)
  const pauses = await pausesOf(trx, subject.orgId, locked, call.now)
  const elsewhere = await paidElsewhere(trx, subject)
  const { kind, graceDays, onEnd } = sold.listing
  const isReversed = isTargetReversed(sold)
  // The end of an addon or an upgrade lengthens no license: it has left the grace of the period before. One that suspends or
  // revokes takes no time.
  const isLengthened = sellsTime(kind) && !isReversed
  const left = isLengthened ? named : Math.min(named, periodEnd + graceDays * DAY)
  const onlyExpires = isLengthened || isReversed || onEnd === 'expire'
  const kept = onlyExpires ? [] : notPaidElsewhere(locked, elsewhere, call.now)
  // A freeze has moved the expiry that the end has left.
  const given = locked.filter(
    (license) =>
      !kept.includes(license) &&
      (effectiveExpiresAt(license, call.now) ?? 0) - pauses.get(license.id)! === left
  )
  const time = { until: periodEnd, paid: left, isAll: false, elsewhere }
  await expireLicenses(call, sold, given, time)
}
