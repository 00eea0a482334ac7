import type { NormalEvent } from './normal_event.js'

/**
 * The known period end and end of a subscription. `latest.end` is the end of the last period, if the event about the
 * subscription's end has named it. `latest.unused` is a period that the licenses do not have yet (see `knownPeriod`).
 */
type KnownPeriods = {
  periodEnd: number | null
  endedAt: number | null
  latest: { end?: number; unused?: number }
}

/**
 * What is special about a paid period; null if it simply extends the license
 * (contract/10-storefront#106-processor-events). `paid`: the same or a later period is paid already. `ended`: the
 * subscription has ended since, and its end has left this period out, so it does not count. `late`: it has ended since,
 * and its end named no period, or this or a later one, so the customer has this one as well. An event without a time is
 * never older than the end.
 */
export function pastPeriod(
  { periodEnd, occurredAt }: Pick<NormalEvent, 'periodEnd' | 'occurredAt'>,
  known: KnownPeriods
): 'ended' | 'paid' | 'late' | null {
  const isPaid = periodEnd !== null && periodEnd <= (knownPeriod(known) ?? 0)
  const isNewer = known.endedAt === null || occurredAt === 0 || occurredAt > known.endedAt
  if (isNewer) return isPaid ? 'paid' : null
  const last = known.latest.end
  const isLeftOut = last !== undefined && (periodEnd === null || periodEnd > last)
  return isPaid || isLeftOut ? 'ended' : 'late'
}

/**
 * Returns the end of the latest period that is known; null if there is none. While an order cannot be fulfilled, or the
 * payment is disputed that another one has fulfilled the order for, it is `unused`.
 */
export function knownPeriod({
  periodEnd,
  latest: { unused },
}: {
  periodEnd: number | null
  latest: { unused?: number }
}): number | null {
  return latestOf(periodEnd, unused)
}

/** The latest of some moments; null if there is none. */
export function latestOf(...ends: (number | null | undefined)[]): number | null {
  return Math.max(0, ...ends.map((end) => end ?? 0)) || null
}

/**
 * Returns whether the event about a subscription's end is outdated: it happened before a known payment, and names no later
 * period than that one. The payment would have continued the subscription if it had arrived after the end.
 */
export function isOldEnd(
  { periodEnd, occurredAt }: Pick<NormalEvent, 'periodEnd' | 'occurredAt'>,
  known: Pick<KnownPeriods, 'periodEnd'> & { renewedAt: number | undefined }
): boolean {
  if (occurredAt === 0 || known.renewedAt === undefined || occurredAt >= known.renewedAt) return false
  return known.periodEnd !== null && (periodEnd ?? 0) <= known.periodEnd
}

/**
 * Returns whether an event tells once more of the end that is known. `last` is the end of the last period that it names (see
 * `endOfLastPeriod`). An event without a time may be about another end.
 */
export function isKnownEnd(
  { occurredAt }: Pick<NormalEvent, 'occurredAt'>,
  last: number | null,
  { endedAt, latest }: Pick<KnownPeriods, 'endedAt' | 'latest'>
): boolean {
  return occurredAt !== 0 && occurredAt === endedAt && last === (latest.end ?? null)
}

/**
 * What a proration does, by the latest period that is known (null for none): its own period is paid already (`within`),
 * or is a later one (`later`). Null for any other payment, and for one of a subscription that is not known yet.
 */
export function prorationOf(
  { proration, periodEnd }: Pick<NormalEvent, 'proration' | 'periodEnd'>,
  known: number | null
): 'within' | 'later' | null {
  if (!proration || known === null) return null
  return (periodEnd ?? 0) > known ? 'later' : 'within'
}

/** Returns whether an event is older than the newest of its kind. An event without a time is never older. */
export function isOlder(
  { occurredAt }: Pick<NormalEvent, 'occurredAt'>,
  latest: number | undefined
): boolean {
  return occurredAt !== 0 && latest !== undefined && occurredAt < latest
}

/**
 * Returns the end of the last period that the event about a subscription's end names; null if it names none. A processor
 * moves the period on before it is paid. So if a payment has failed since the last paid period, a later period than that
 * one is not paid, and does not count.
 */
export function endOfLastPeriod(
  { periodEnd }: Pick<NormalEvent, 'periodEnd'>,
  known: { periodEnd: number | null; latest: { period?: number; unpaid?: number } }
): number | null {
  const { period = 0, unpaid = 0 } = known.latest
  const isLater = known.periodEnd !== null && (periodEnd ?? 0) > known.periodEnd
  return isLater && unpaid > period ? null : periodEnd
}

/**
 * Returns whether the licenses do not have the last period of a subscription for its money: its dispute is open, while
 * another payment has fulfilled the order, or the money went back after the last payment.
 */
export function isMoneyGone(latest: {
  open?: unknown
  unused?: number
  refund?: number
  period?: number
}): boolean {
  const { open, unused } = latest
  return (open !== undefined && unused !== undefined) || isRefundLatest(latest)
}

/** Returns whether money of a subscription went back after its last payment. */
export function isRefundLatest({ refund, period = 0 }: { refund?: number; period?: number }): boolean {
  return refund !== undefined && refund >= period
}
