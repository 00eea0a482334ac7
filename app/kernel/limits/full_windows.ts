import type { Bucket, Consumed } from './rate_limit_windows.js'

/** The store's last refusal because of a full window. */
type Refusal = {
  /** When the window opens again, and when the store refused, by `performance.now()`: nobody can set that clock. */
  until: number
  said: number
  limit: number
  /** The windows of the refused request, and the remaining requests of each. */
  windows: string[]
  remaining: number[]
}

/** How many of a request's windows, counted from the first, appear in the headers of its response. */
const SHOWN = 3

/** How long a refusal is repeated without asking the store again, in milliseconds. */
const REPEATED = 1000

/** The windows that refused a request most recently, as far as this process knows. */
const refusals = new Map<string, Refusal>()
const MOST = 10_000

/** Remembers that the store refused a request because the window at position `at` is full. */
export function noteFull(
  buckets: Bucket[],
  at: number,
  { waitMs, remaining }: { waitMs: number; remaining: number[] }
) {
  if (refusals.size >= MOST) refusals.clear()
  const said = performance.now()
  const { key, limit } = buckets[at]
  const windows = buckets.map((bucket) => bucket.key)
  refusals.set(key, { until: said + waitMs, said, limit, windows, remaining })
}

/**
 * Returns true if one of these windows has refused a request and has not ended. This is only a hint: the store decides.
 */
export function isFull(buckets: Bucket[], now = performance.now()): boolean {
  return refusals.size > 0 && buckets.some((bucket) => refusalOf(bucket, now) !== null)
}

/**
 * Returns the store's refusal of less than a second ago for a request with the same address, key and product, if one of
 * these windows was the full one. Returns null if the store must be asked. A flood of refused requests therefore costs
 * almost nothing.
 */
export function refusedLately(buckets: Bucket[], now = performance.now()): Consumed | null {
  if (refusals.size === 0) return null
  for (let at = 0; at < buckets.length; at++) {
    const refusal = refusalOf(buckets[at], now)
    if (!refusal || now - refusal.said >= REPEATED || !showsAll(refusal, buckets)) continue
    const { until, remaining } = refusal
    return { denied: at, retryAfter: wholeSeconds(until - now), remaining, fresh: null }
  }
  return null
}

/** Converts milliseconds to the whole seconds that a client has to wait, at least one. */
export function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}

/** A window stays full until it ends, unless its limit has been raised since. */
function refusalOf({ key, limit }: Bucket, now: number): Refusal | null {
  const refusal = refusals.get(key)
  return refusal && refusal.until > now && limit >= 0 && limit <= refusal.limit ? refusal : null
}

function showsAll({ windows }: Refusal, buckets: Bucket[]): boolean {
  return buckets.every(({ key }, at) => at >= SHOWN || windows[at] === key)
}
