import type { Millis } from '#kernel/time/millis'
import { MAX_TIMESTAMP } from '#kernel/time/timestamps'

/** The time that a subscription has given a license. */
type SoldTime = {
  /** The end of its last period. */
  until: Millis
  /** The end of its last period, with the grace. */
  paid: Millis
  /** The expiry after the renewal that it was bought as; 0 if it is not a renewal. */
  renewed: Millis
  /** True if the license has all of its time from the subscription, which has named no period. */
  isAll: boolean
}

/**
 * Returns the expiry of a license whose subscription has ended, or null if the expiry stays
 * (contract/10-storefront#106-processor-events). `limit` is the expiry before, null for never; `elsewhere` is until when
 * other subscriptions pay. Time beyond the periods of the subscription was bought or given otherwise, so it stays. So
 * do the days of a renewal, which start at the expiry before it.
 */
export function expiryAfterEnd(
  limit: Millis | null,
  { until, paid, renewed, isAll }: SoldTime,
  elsewhere: Millis
): Millis | null {
  if (!isAll && (limit ?? Infinity) > Math.max(paid, elsewhere)) return null
  return Math.min(Math.max(until, elsewhere, Math.min(renewed, limit ?? 0)), MAX_TIMESTAMP)
}
