import type { Millis } from '#kernel/time/millis'
import { sellsTime } from '#storefront/rules/listing'
import { isRefundLatest } from '#storefront/rules/paid_period'
import {
  periodsAfter,
  periodsPaidUntil,
  periodsWithout,
  periodsWithoutEnd,
  UNKNOWN_END,
  type PaidPeriod,
} from '#storefront/rules/paid_periods'
import type { Subject } from '#storefront/store/lock_subject'
import { isTargetReversed, type SoldOrder } from '#storefront/store/sold_order'
import type { EventCall } from './event_call.js'

/** Lemon Squeezy's events of a subscription name the order that it began with, not the payment of their own period. */
export const namesItsPayment = ({ source }: EventCall) => source.provider !== 'lemonsqueezy'

/** Records the period of a payment, or another name of a payment. */
export function notePeriod(call: EventCall) {
  const { event, subject, now } = call
  const periods = periodsAfter(knownPeriods(subject), event, { now, isNamed: namesItsPayment(call) })
  if (periods.length > 0) subject.latest.periods = periods
}

/** Forgets the periods of an order that is over: a new one has only the period of its own payment. */
export function forgetPeriods(call: EventCall) {
  const { event, subject, now } = call
  subject.latest.periods = periodsAfter([], event, { now, isNamed: namesItsPayment(call) })
}

/** Records that the money of a payment went back; see `periodsWithout`. */
export function losePeriod({ event, subject }: EventCall) {
  const periods = periodsWithout(knownPeriods(subject), event)
  if (periods.length > 0) subject.latest.periods = periods
}

/** Records that the money of an event's own period went back before the event arrived, or that it does not count. */
export function loseOwnPeriod({ event, subject: { latest } }: EventCall) {
  if (latest.periods && event.periodEnd !== null)
    latest.periods = periodsWithoutEnd(latest.periods, event.periodEnd)
}

/**
 * Until when the periods of a subscription pay for its target (see `periodsPaidUntil`); 0 if they pay for nothing. The first
 * one of an addon or an upgrade sells no time, and that of a renewal goes with its order if the merchant reverses it. `but`
 * leaves out the period with this end.
 */
export function paidByPeriods(
  { subject }: EventCall,
  { listing, effect }: SoldOrder,
  but?: Millis | null
): Millis {
  const { latest, endedAt } = subject
  const periods = knownPeriods(subject)
  const isFirst = sellsTime(listing.kind) && effect?.reversed === undefined
  const known = { periods, endedAt, last: latest.end }
  const paid = periodsPaidUntil(known, { graceDays: listing.graceDays, isFirst, but })
  const [first] = periods
  const given = effect?.terms?.after.expiresAt ?? 0
  // The order tells what a first period has given that is not remembered, unless it was the only one.
  const isForgotten = first?.end === UNKNOWN_END && !first.gone && given < (subject.periodEnd ?? 0)
  return isFirst && isForgotten ? Math.max(paid, given) : paid
}

/**
 * Returns whether a subscription pays for its licenses now, so that the end of another one neither suspends nor revokes them
 * (see also `paidElsewhere`).
 */
export function paysNow(call: EventCall, sold: SoldOrder): boolean {
  const { endedAt, latest } = call.subject
  const isGiven = sellsTime(sold.listing.kind) || latest.before !== undefined
  if (endedAt !== null || latest.open !== undefined || !isGiven) return false
  return (sold.state === 'fulfilled' || isTargetReversed(sold)) && paidByPeriods(call, sold) > call.now
}

/**
 * The payments of a subject. Those from before the service remembered them, and renewals that are processed together, have left
 * only the last period, and perhaps an unknown first one.
 */
function knownPeriods({ periodEnd, latest }: Subject): readonly PaidPeriod[] {
  const periods = latest.periods ?? []
  if (periodEnd === null || periods.some(({ end }) => end >= periodEnd)) return periods
  // Then the only refund that is known is about all that was paid before it.
  const gone = isRefundLatest(latest) && { gone: true as const }
  const last = { end: periodEnd, at: latest.period ?? 0, names: [], ...gone }
  const isOnly = periods.length === 0 && latest.first === undefined
  return isOnly ? [{ end: UNKNOWN_END, at: 0, names: [], ...gone }, last] : [...periods, last]
}
