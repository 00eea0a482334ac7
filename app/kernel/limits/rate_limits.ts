import { noteFull, wholeSeconds } from './full_windows.js'
import { outages } from './pass_uncounted.js'
import type { Bucket, Consumed, Nonce, StoreAnswer } from './rate_limit_windows.js'
import { ask } from './window_batches.js'

/**
 * Counts one request in every bucket, or in none if one of them is full, and then claims the nonce if there is one. It
 * takes one round trip and is exact under any number of concurrent callers. Unlimited buckets cost nothing.
 * @throws the store's error, within a second, if the store cannot be reached.
 */
export function consume(buckets: Bucket[], nonce: Nonce | null = null): Promise<Consumed> {
  const counted = buckets.every(isLimited) ? buckets : buckets.filter(isLimited)
  if (counted.length === 0 && !nonce) {
    return Promise.resolve({ denied: -1, retryAfter: 0, remaining: buckets.map(() => -1), fresh: null })
  }
  return ask({ buckets: counted, nonce }).then((answer) => {
    outages.windows.worked()
    return toConsumed(answer, buckets, nonce)
  })
}

function isLimited({ limit }: Bucket): boolean {
  return limit >= 0
}

/** Translates the store's result to all windows of the request. The store does not see the unlimited ones. */
function toConsumed(answer: StoreAnswer, buckets: Bucket[], nonce: Nonce | null): Consumed {
  const { denied, waitMs, used, noncesSince = 0 } = answer
  const isForgotten = answer.fresh === true && (nonce?.signedAt ?? Infinity) < noncesSince
  const fresh = isForgotten ? 'unknown' : answer.fresh
  const remaining: number[] = []
  let counted = 0
  let full = -1
  for (const bucket of buckets) {
    const left = isLimited(bucket) ? Math.max(0, bucket.limit - used[counted++]) : -1
    if (denied > 0 && counted === denied && full === -1) full = remaining.length
    remaining.push(left)
  }
  if (full === -1) return { denied: -1, retryAfter: 0, remaining, fresh }
  noteFull(buckets, full, { waitMs, remaining })
  return { denied: full, retryAfter: wholeSeconds(waitMs), remaining, fresh: null }
}
