import { DAY, type Millis } from '#kernel/time/millis'
import type { NormalEvent } from './normal_event.js'
import { latestOf } from './paid_period.js'
import { ANY_PAYMENT, paymentOf } from './payment_disputes.js'

/**
 * A payment of a subscription: the end of its period (0 if no event has told it yet), when the first event told of it, and
 * its names. `gone` is true once the money went back.
 */
export type PaidPeriod = { end: Millis; at: Millis; names: readonly string[]; gone?: true }

/** The payments of a subscription, the earliest period first, and what is known of its end. */
type Known = { periods: readonly PaidPeriod[]; endedAt: Millis | null; last?: Millis }

type Told = Pick<NormalEvent, 'occurredAt' | 'subscription' | 'ref' | 'aliases' | 'periodEnd' | 'paidAt'>

const HOUR = 3_600_000

/** The end of a first period that the service does not remember. */
export const UNKNOWN_END = 1

/** How many payments a subscription remembers: the first one, which may sell no time, and the latest ones. */
const MOST = 12

/**
 * The payments after an event about one. Several events may tell of one: those with the same end are about the same period,
 * and one without a period may tell another name of a payment. `isNamed` is false if the events of a processor name the
 * first payment instead of their own one.
 */
export function periodsAfter(
  periods: readonly PaidPeriod[],
  event: Told,
  { now, isNamed }: { now: Millis; isNamed: boolean }
): PaidPeriod[] {
  const end = event.subscription ? (event.periodEnd ?? 0) : 0
  const own: PaidPeriod = { end, at: event.occurredAt || now, names: isNamed ? namesOf(event) : [] }
  if (end === 0 && own.names.length === 0) return [...periods]
  const isSame = (one: PaidPeriod) =>
    (end !== 0 && isAbout(one, end)) || ((end === 0 || one.end === 0) && isNamedAs(one, own.names))
  const [same, others] = [periods.filter(isSame), periods.filter((one) => !isSame(one))]
  const all = [...others, joined([...same, own])].toSorted((one, other) => one.end - other.end)
  if (all.length <= MOST) return all
  const first = all.findIndex((one) => one.end > 0)
  // Names that no period belongs to stand before the first one.
  return all.toSpliced(first === 0 || first === 1 ? first + 1 : 0, 1)
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
  const before = periods.filter(({ end, at }) => end > 0 && (occurredAt === 0 || at <= occurredAt))
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
 * Until when the periods of a subscription have paid for its target, with the grace while it goes on, and no longer than to
 * the last period that its end has named; 0 if none has. The first period counts only if `isFirst`: that of an addon or an
 * upgrade sells no time, and that of a renewal is in the days of its order. `but` leaves out the period with this end.
 */
export function periodsPaidUntil(
  { periods, endedAt, last }: Known,
  { graceDays, isFirst, but }: { graceDays: number; isFirst: boolean; but?: Millis | null }
): Millis {
  const told = periods.filter(({ end }) => end > 0).slice(isFirst ? 0 : 1)
  const end = latestOf(...told.filter((one) => !one.gone && !isAbout(one, but ?? 0)).map((one) => one.end))
  if (end === null || end === UNKNOWN_END) return 0
  return endedAt === null ? end + graceDays * DAY : Math.min(end, last ?? end)
}

/** Returns whether the money of the period with this end is gone. */
export function isPeriodGone(periods: readonly PaidPeriod[] = [], end: Millis | null): boolean {
  return periods.some((one) => one.gone && isAbout(one, end ?? 0))
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
