import type { NormalEvent } from './normal_event.js'

/** What is known of the periods of a subscription. */
type KnownPeriods = { periodEnd: number | null; endedAt: number | null }

/**
 * Why a paid period changes nothing: the subscription has ended since, or a later period is paid for already. Null where
 * it extends the license (contract/10-storefront#106-processor-events).
 */
export function pastPeriod(
  { periodEnd, occurredAt }: Pick<NormalEvent, 'periodEnd' | 'occurredAt'>,
  known: KnownPeriods
): 'ended' | 'paid' | null {
  if (known.endedAt !== null && occurredAt <= known.endedAt) return 'ended'
  return periodEnd !== null && known.periodEnd !== null && periodEnd <= known.periodEnd ? 'paid' : null
}

/**
 * Whether the end of a subscription is an old one: it happened before a renewal that is known already, and ended before
 * what that one has paid for.
 */
export function isOldEnd(
  { periodEnd, occurredAt }: Pick<NormalEvent, 'periodEnd' | 'occurredAt'>,
  known: Pick<KnownPeriods, 'periodEnd'> & { renewedAt: number | undefined }
): boolean {
  if (occurredAt === 0 || known.renewedAt === undefined || occurredAt >= known.renewedAt) return false
  return known.periodEnd !== null && (periodEnd ?? 0) < known.periodEnd
}

/** Whether an event happened before one of its kind that is known already; one without a moment never did. */
export function isOlder(
  { occurredAt }: Pick<NormalEvent, 'occurredAt'>,
  latest: number | undefined
): boolean {
  return occurredAt !== 0 && latest !== undefined && occurredAt < latest
}
