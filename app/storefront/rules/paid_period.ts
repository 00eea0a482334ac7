import type { NormalEvent } from './normal_event.js'

/** The known period end and end of a subscription. */
type KnownPeriods = { periodEnd: number | null; endedAt: number | null }

/**
 * The reason why a paid period changes nothing: the subscription has ended since, or the same or a later period is
 * already paid. Null if the period extends the license (contract/10-storefront#106-processor-events).
 */
export function pastPeriod(
  { periodEnd, occurredAt }: Pick<NormalEvent, 'periodEnd' | 'occurredAt'>,
  known: KnownPeriods
): 'ended' | 'paid' | null {
  if (known.endedAt !== null && occurredAt <= known.endedAt) return 'ended'
  return periodEnd !== null && known.periodEnd !== null && periodEnd <= known.periodEnd ? 'paid' : null
}

/**
 * Returns whether the event about a subscription's end is outdated: it happened before a known renewal, and its period
 * ends before the period that is paid.
 */
export function isOldEnd(
  { periodEnd, occurredAt }: Pick<NormalEvent, 'periodEnd' | 'occurredAt'>,
  known: Pick<KnownPeriods, 'periodEnd'> & { renewedAt: number | undefined }
): boolean {
  if (occurredAt === 0 || known.renewedAt === undefined || occurredAt >= known.renewedAt) return false
  return known.periodEnd !== null && (periodEnd ?? 0) < known.periodEnd
}

/** Returns whether an event is older than the newest of its kind. An event without a time is never older. */
export function isOlder(
  { occurredAt }: Pick<NormalEvent, 'occurredAt'>,
  latest: number | undefined
): boolean {
  return occurredAt !== 0 && latest !== undefined && occurredAt < latest
}
