import config from '#config/queue'
import { noteFull, wholeSeconds } from './full_windows.js'
import MicroBatch, { eachSettled } from '#kernel/batching/micro_batch'
import type { Bucket, Consumed, Nonce, StoreAnswer, StoreBatch } from './rate_limit_windows.js'
import { consumeInPostgres, closePostgresLimits } from './rate_limits_postgres.js'
import { storedKey } from './window_keys.js'
import { consumeInRedis, closeRedisLimits } from './rate_limits_redis.js'

/** The request to the store: windows, each with a limit, and a nonce. */
type Asked = { buckets: Bucket[]; nonce: Nonce | null }

const store = config.backend === 'redis' ? consumeInRedis : consumeInPostgres

const countAll = (asked: Asked[]) => store(batchOf(asked))

/**
 * Requests that come in while others are under way go to the store together. In Postgres one that is refused fails
 * alone. A script of Redis takes back nothing of what it has done when it fails, so nothing is tried again there: a nonce
 * that it has claimed would look used.
 */
const requests = new MicroBatch(
  config.backend === 'redis'
    ? async (asked: Asked[]) => (await countAll(asked)).map((ok) => ({ ok }))
    : (asked: Asked[]) => eachSettled(asked, countAll),
  { size: 32, lanes: 1, patience: 20 }
)

function batchOf(asked: Asked[]): StoreBatch {
  const slotOf = new Map<string, number>()
  const slot = (name: string) => {
    const key = storedKey(name)
    const known = slotOf.get(key)
    if (known !== undefined) return known
    slotOf.set(key, slotOf.size + 1)
    return slotOf.size
  }
  const named = asked.map(({ buckets, nonce }) => ({
    slots: buckets.map(({ key }) => slot(key)),
    ceilings: buckets.map(({ limit }) => limit),
    nonce: nonce && { ...nonce, key: storedKey(nonce.key) },
  }))
  return { keys: [...slotOf.keys()], requests: named }
}

/**
 * Counts one request in every bucket, or in none when one of them is full, and then claims the nonce if there is one:
 * one round trip, exact under any number of concurrent callers. Buckets without a limit cost nothing.
 * @throws the store's error, within a second, when the store cannot be reached.
 */
export function consume(buckets: Bucket[], nonce: Nonce | null = null): Promise<Consumed> {
  const counted = buckets.every(isLimited) ? buckets : buckets.filter(isLimited)
  if (counted.length === 0 && !nonce) {
    return Promise.resolve({ denied: -1, retryAfter: 0, remaining: buckets.map(() => -1), fresh: null })
  }
  return requests.add({ buckets: counted, nonce }).then((answer) => toConsumed(answer, buckets, nonce))
}

function isLimited({ limit }: Bucket): boolean {
  return limit >= 0
}

/** The store's answer, which knows nothing of windows without a limit, in terms of all the windows that were asked for. */
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

/** Gives the connections of the limits back; the next call opens them again. */
export async function closeRateLimits() {
  await Promise.all([closePostgresLimits(), closeRedisLimits()])
}
