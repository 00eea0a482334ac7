import type { Millis } from '#kernel/time/millis'
import { MAX_TIMESTAMP } from '#kernel/time/timestamps'

/** The time that a subscription has given a license. */
export type SoldTime = {
  /** The end of its last period. */
  until: Millis
  /** The end of its last period, with the grace. */
  paid: Millis
  /**
   * The expiry that stays in any case: that after the renewal that it was bought as, or that before the periods of an
   * addon or an upgrade (`expiryBefore`). 0 for a new license.
   */
  floor: Millis
  /** True if the license has all of its time from the subscription, which has named no period. */
  isAll: boolean
  /** True if it sells time. The end of an addon or an upgrade lengthens no license. */
  sellsTime: boolean
}

/**
 * Returns the expiry of a license whose subscription has ended, or null if the expiry stays
 * (contract/10-storefront#106-processor-events). `limit` is the expiry before, null for never; `elsewhere` is until when
 * other subscriptions pay: they keep time that the license has, and the end gives it no more of theirs. Time beyond the
 * periods of the subscription was bought or given otherwise, so it stays. So do the days of a renewal, which start at
 * the expiry before it. Freezes have moved `limit` by `paused` since it was last set: this time stays, but the grace does
 * not stay because of it.
 */
export function expiryAfterEnd(
  limit: Millis | null,
  { until, paid, floor, isAll, sellsTime }: SoldTime,
  elsewhere: Millis,
  paused: Millis = 0
): Millis | null {
  if (!isAll && (limit ?? Infinity) > Math.max(paid, elsewhere)) {
    if (limit === null || limit - paused > paid) return null
    return Math.min(limit, Math.max(Math.max(until, floor) + paused, elsewhere))
  }
  const most = sellsTime ? MAX_TIMESTAMP : (limit ?? 0)
  const kept = Math.min(elsewhere, limit ?? Infinity)
  return Math.min(Math.max(until, kept, Math.min(floor, limit ?? 0)), most)
}

/**
 * The expiry that a target has without the periods of its subscription, when another one extends it. `limit` is its expiry
 * now, `own` that without its order, `paid` the end of the last period with the grace. `before` is the result for that
 * period: it stays if the license has no time from elsewhere since.
 */
export function expiryBefore(
  limit: Millis,
  paid: Millis | null,
  before: Millis | undefined,
  own = limit
): Millis {
  return before !== undefined && limit === paid ? before : own
}

/**
 * The expiry that a target keeps if its subscription loses all of its periods: `before` (see `expiryBefore`), and the time
 * beyond the end of the last period with the grace, `paid`.
 */
export function expiryWithoutPeriods(limit: Millis, paid: Millis, before: Millis): Millis {
  return Math.min(limit, before + Math.max(0, limit - paid))
}
