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
   * addon or an upgrade (`expiryWithout`). 0 for a new license.
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
 * The expiry that a target has without its subscription. `limit` is its expiry now, `before` that without the subscription
 * when its last period was paid. Until `paid` it has its time from the subscription; what lies beyond was added since.
 */
export function expiryWithout(limit: Millis, paid: Millis, before: Millis): Millis {
  return Math.min(limit, before + Math.max(0, limit - paid))
}
