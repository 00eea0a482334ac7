import { sellsTime } from '#storefront/rules/listing'
import {
  knownPeriods,
  paidTime,
  periodsAfter,
  periodsWithout,
  periodsWithoutEnd,
} from '#storefront/rules/paid_periods'
import { isTargetReversed, type SoldOrder } from '#storefront/store/sold_order'
import type { EventCall } from './event_call.js'

/** Lemon Squeezy's events of a subscription name the order that it began with, not the payment of their own period. */
export const namesItsPayment = ({ source }: EventCall) => source.provider !== 'lemonsqueezy'

/** Records the period of a payment, or another name of a payment. */
export function notePeriod(call: EventCall) {
  const { event, subject, now } = call
  subject.latest.periods = periodsAfter(knownPeriods(subject), event, { now, isNamed: namesItsPayment(call) })
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
 * Returns whether a subscription pays for its licenses now, so that the end of another one neither suspends nor revokes them
 * (see also `paidElsewhere`).
 */
export function paysNow({ subject, now }: EventCall, sold: SoldOrder): boolean {
  const { endedAt, latest } = subject
  const isGiven = sellsTime(sold.listing.kind) || latest.before !== undefined
  if (endedAt !== null || latest.open !== undefined || !isGiven) return false
  return (sold.state === 'fulfilled' || isTargetReversed(sold)) && paidTime(subject, sold) > now
}
