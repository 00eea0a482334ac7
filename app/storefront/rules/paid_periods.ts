import { DAY, type Millis } from '#kernel/time/millis'
import { needsTarget, sellsTime, type SoldListing } from './listing.js'
import type { NormalEvent } from './normal_event.js'
import type { OrderEffect } from './order.js'
import type { LostMoney } from './lost_money.js'
import { isOlder, isRefundLatest, latestOf } from './paid_period.js'
import { ANY_PAYMENT, paymentOf } from './payment_disputes.js'

/**
 * A payment of a subscription: the end of its period (0 if no event has told it yet), when the first event told of it, and
 * its names. `gone` is true once the money went back.
 */
export type PaidPeriod = { end: Millis; at: Millis; names: readonly string[]; gone?: true }

/** What is known of the payments of a subscription and of its end. `latest.periods` are its payments, the earliest first. */
export type Paying = {
  periodEnd: Millis | null
  endedAt: Millis | null
  latest: {
    periods?: readonly PaidPeriod[]
    end?: Millis
    before?: Millis
    unused?: Millis
    refund?: Millis
    period?: Millis
    open?: unknown
  }
}

/** The fields of an order that tell which periods sell time. */
type Sold = { listing: Pick<SoldListing, 'kind' | 'graceDays'>; effect: OrderEffect | null }

type Told = Pick<NormalEvent, 'occurredAt' | 'subscription' | 'ref' | 'aliases' | 'periodEnd' | 'paidAt'>

const HOUR = 3_600_000

/** How many payments a subscription remembers: the first one, which may sell no time, and the latest ones. */
const MOST = 12

/**
 * The payments after an event about one, the earliest first. Several events may tell of one: those with the same end are
 * about the same period, and one without a period may tell another name of a payment. The first of all is the purchase,
 * whose period a later event may tell. `isNamed` is false if the events of a processor name the first payment instead of
 * their own one.
 */
export function periodsAfter(
  periods: readonly PaidPeriod[],
  event: Told & Pick<NormalEvent, 'type'>,
  { now, isNamed }: { now: Millis; isNamed: boolean }
): PaidPeriod[] {
  const end = event.subscription ? (event.periodEnd ?? 0) : 0
  const own: PaidPeriod = { end, at: event.occurredAt || now, names: isNamed ? namesOf(event) : [] }
  if (end === 0 && own.names.length === 0 && periods.length > 0) return [...periods]
  const isSame = (one: PaidPeriod) =>
    (end !== 0 && isAbout(one, end)) ||
    ((end === 0 || one.end === 0) && isNamedAs(one, own.names)) ||
    (event.type === 'purchase.paid' && end !== 0 && one === periods[0] && one.end === 0)
  const [same, others] = [periods.filter(isSame), periods.filter((one) => !isSame(one))]
  const all = [...others, joined([...same, own])].toSorted(
    (one, other) => one.at - other.at || one.end - other.end
  )
  return all.length > MOST ? all.toSpliced(1, 1) : all
}

function joined(told: PaidPeriod[]): PaidPeriod {
  return {
    end: Math.max(...told.map(({ end }) => end)),
    at: Math.min(...told.map(({ at }) => at)),
    names: [...new Set(told.flatMap(({ names }) => names))],
    ...(told.some(({ gone }) => gone) && { gone: true }),
  }
}

/**
 * The payments after the money of one went back. If no period has the name that the event tells, it is one that no event has
 * named: the one that was paid at about the time that the event tells (`paidAt`), or else the newest one. If the event tells
 * no name, it may be any.
 */
export function periodsWithout(periods: readonly PaidPeriod[], event: Told): PaidPeriod[] {
  const { occurredAt, paidAt } = event
  const isNamed = (one: PaidPeriod) => isNamedAs(one, namesOf(event))
  const before = periods.filter(
    ({ end, at, names }) => (end > 0 || names.length === 0) && (occurredAt === 0 || at <= occurredAt)
  )
  const isAny = paymentOf(event) === ANY_PAYMENT
  const about = before.some(isNamed)
    ? before.filter(isNamed)
    : before.filter(({ names }) => isAny || names.length === 0)
  const far = ({ at }: PaidPeriod) => (paidAt === null ? -at : Math.abs(at - paidAt))
  const [lost] = about
    .filter(({ gone }) => !gone || paidAt !== null)
    .toSorted((one, other) => far(one) - far(other) || other.end - one.end)
  return periods.map((one) =>
    one === lost || (one.end === 0 && isNamed(one)) ? { ...one, gone: true } : one
  )
}

/** The payments without that of the period with this end: it was refunded before it was told, or does not count. */
export function periodsWithoutEnd(periods: readonly PaidPeriod[], end: Millis): PaidPeriod[] {
  return periods.map((one) => (isAbout(one, end) ? { ...one, gone: true } : one))
}

/**
 * Returns whether the money of a payment went back before an event told of it, by what was known before the event. A later
 * refund may be its own, unless it is known to be that of another payment.
 */
export function isLostBefore(
  event: Told,
  { periods = [], refund, refunds }: LostMoney & { periods?: readonly PaidPeriod[] }
): boolean {
  const { periodEnd: end } = event
  const own = periods.find((one) => (end !== null && isAbout(one, end)) || isNamedAs(one, namesOf(event)))
  if (own) return own.gone === true
  const isOther = (name: string) => periods.some(({ gone, names }) => gone && names.includes(name))
  if (refunds === undefined) return isOlder(event, refund)
  return Object.entries(refunds).some(([name, at]) => isOlder(event, at) && !isOther(name))
}

/**
 * The payments of a subscription. Those from before the service remembered them, and renewals that are processed together,
 * have left only the last period, and perhaps a first one with an unknown end.
 */
export function knownPeriods({ periodEnd, latest }: Paying): readonly PaidPeriod[] {
  const periods = latest.periods ?? []
  if (periodEnd === null || periods.some(({ end }) => end >= periodEnd)) return periods
  // Then the only refund that is known is about all that was paid before it.
  const gone = isRefundLatest(latest) && { gone: true as const }
  const last = { end: periodEnd, at: latest.period ?? 0, names: [], ...gone }
  return periods.length === 0 ? [{ end: 0, at: 0, names: [], ...gone }, last] : [...periods, last]
}

/**
 * The last payment of a subscription that sells time and whose money is not gone; null if there is none. The first one of
 * an addon or an upgrade sells no time, and that of a renewal goes with its order if the merchant reverses it. While a
 * dispute about a period is open, the licenses may not have got it.
 */
export function lastSold(paying: Paying, sold: Sold): PaidPeriod | null {
  const { open, unused } = paying.latest
  const isHeld = (one: PaidPeriod) => open !== undefined && unused !== undefined && isAbout(one, unused)
  const periods = knownPeriods(paying).slice(isFirstSold(sold) ? 0 : 1)
  const paid = periods.filter((one) => one.end > 0 && !one.gone && !isHeld(one))
  return paid.toSorted((one, other) => other.end - one.end).at(0) ?? null
}

const isFirstSold = ({ listing, effect }: Sold) => sellsTime(listing.kind) && effect?.reversed === undefined

/**
 * Until when a subscription has paid for its licenses, with the grace while it goes on, and no longer than to the last
 * period that its end has named; 0 if it has paid for none.
 */
export function paidTime(paying: Paying, sold: Sold): Millis {
  const { periodEnd, endedAt, latest } = paying
  const end = lastSold(paying, sold)?.end ?? 0
  const grace = endedAt === null ? sold.listing.graceDays * DAY : 0
  const paid = end === 0 ? 0 : Math.min(end + grace, endedAt === null ? Infinity : (latest.end ?? end))
  // The order tells what a first period with an unknown end has given, unless it was the only one.
  const first = knownPeriods(paying).at(0)
  const given = sold.effect?.terms?.after.expiresAt ?? 0
  const isUnknown = first?.end === 0 && !first.gone && given < (periodEnd ?? 0)
  return isFirstSold(sold) && needsTarget(sold.listing.kind) && isUnknown ? Math.max(paid, given) : paid
}

/** Returns whether the money of the period with this end is gone. */
export function isPeriodGone(periods: readonly PaidPeriod[] = [], end: Millis | null): boolean {
  return end !== null && periods.some((one) => one.gone && isAbout(one, end))
}

/** Two events about one period may name an end that differs a little. */
const isAbout = (one: PaidPeriod, end: Millis) => Math.abs(one.end - end) < HOUR

/** The end of the last period whose money is not gone; null if there is none. */
export function lastPaid(periods: readonly PaidPeriod[] = []): Millis | null {
  return latestOf(...periods.filter(({ gone }) => !gone).map(({ end }) => end))
}

const isNamedAs = (one: PaidPeriod, names: readonly string[]) =>
  names.some((name) => one.names.includes(name))

/** The names of a payment itself. Those of an event of a subscription begin with the subscription. */
function namesOf({ subscription, ref, aliases }: Told): readonly string[] {
  return subscription ? aliases : [ref, ...aliases]
}
