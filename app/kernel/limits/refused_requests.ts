import { outages } from './pass_uncounted.js'
import type { Bucket, Consumed } from './rate_limit_windows.js'
import { consume } from './rate_limits.js'
import { ask, watched } from './window_batches.js'

/** Delay before the counts of this process are sent to the store, in milliseconds. */
const INTERVAL = 50

/** How many windows are sent to the store together. */
const TOGETHER = 256

let timer: NodeJS.Timeout | null = null

/** The last delivery; it never fails. */
let delivered = Promise.resolve()

/**
 * Counts a request that is refused in any case, even if its windows have room. If the store reported plenty of room a
 * moment ago, the request is counted here immediately and sent to the store soon after, so a flood of such requests
 * costs little.
 * @throws the store's error, within a second, if the store had to be asked and cannot be reached.
 */
export function countRefused(buckets: Bucket[]): Consumed | Promise<Consumed> {
  const now = Date.now()
  const remaining = watched.count(buckets, now)
  timer ??= setTimeout(onTimer, INTERVAL).unref()
  if (remaining) return { denied: -1, retryAfter: 0, remaining, fresh: null }
  watched.watch(buckets, now)
  return consume(buckets)
}

/**
 * Sends the counts of this process to the store, one delivery after another: at its end, counts that an earlier delivery
 * has taken along are there too. If the store fails, the counts that were on their way are dropped, and the others wait
 * for the next delivery.
 */
export function deliverCounts(): Promise<void> {
  delivered = delivered.then(sendUnsent)
  return delivered
}

async function sendUnsent() {
  const keys = watched.unsent()
  try {
    for (let from = 0; from < keys.length; from += TOGETHER) {
      await ask({ buckets: [], nonce: null, delivers: keys.slice(from, from + TOGETHER) })
    }
  } catch (error) {
    outages.windows.failed(error, 'some refused requests stay uncounted')
  }
}

function onTimer() {
  void deliverCounts().then(() => {
    watched.forgetOld(Date.now())
    timer = watched.size > 0 ? setTimeout(onTimer, INTERVAL).unref() : null
  })
}
