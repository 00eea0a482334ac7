import type { Bucket, Consumed } from './rate_limit_windows.js'

/** The last answer of the store about a full window. */
type Refusal = {
  /** Epoch milliseconds at which the window opens again, and at which the store said so. */
  until: number
  said: number
  limit: number
  /** The windows of the request that was refused, and what was left of each. */
  windows: string[]
  remaining: number[]
}

/** How many of a request's windows, from the first on, stand in the headers of its answer. */
const SHOWN = 3

/** For how long a refusal is repeated without asking the store again, in milliseconds. */
const REPEATED = 1000

/** The windows that refused a request most recently, as far as this process knows. */
const refusals = new Map<string, Refusal>()
const MOST = 10_000

/** Remembers that the store has refused a request because its window at this position is full. */
export function noteFull(
  buckets: Bucket[],
  at: number,
  { waitMs, remaining }: { waitMs: number; remaining: number[] }
) {
  if (refusals.size >= MOST) refusals.clear()
  const said = Date.now()
  const { key, limit } = buckets[at]
  const windows = buckets.map((bucket) => bucket.key)
  refusals.set(key, { until: said + waitMs, said, limit, windows, remaining })
}

/** Whether one of these windows has refused a request and is not over. A hint: the store decides. */
export function isFull(buckets: Bucket[], now = Date.now()): boolean {
  return refusals.size > 0 && buckets.some((bucket) => refusalOf(bucket, now) !== null)
}

/**
 * The store's answer of less than a second ago to a request with the same address, key and product, if one of these
 * windows was the full one; null when the store must be asked. A flood of refused requests therefore costs next to
 * nothing.
 */
export function refusedLately(buckets: Bucket[], now = Date.now()): Consumed | null {
  if (refusals.size === 0) return null
  for (let at = 0; at < buckets.length; at++) {
    const refusal = refusalOf(buckets[at], now)
    if (!refusal || now - refusal.said >= REPEATED || !showsAll(refusal, buckets)) continue
    const { until, remaining } = refusal
    return { denied: at, retryAfter: wholeSeconds(until - now), remaining, fresh: null }
  }
  return null
}

/** Milliseconds as seconds that a client has to wait, at least one. */
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
