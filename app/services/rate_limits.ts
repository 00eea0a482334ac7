import config from '#config/queue'
import MicroBatch from './micro_batch.js'
import { consumeInPostgres, closePostgresLimits } from './rate_limits_postgres.js'
import { consumeInRedis, closeRedisLimits } from './rate_limits_redis.js'

/** The length of every window of this service, in milliseconds (interface 8: limits are per minute). */
export const WINDOW_MS = 60_000

/** One window that a request counts in. */
export type Bucket = {
  /** What is counted, such as `ip:127.0.0.1`. */
  key: string
  /** Requests a minute; -1 counts nothing and never refuses. */
  limit: number
}

/** A value that may be used once within so many milliseconds. */
export type Nonce = { key: string; ttlMs: number }

export type Consumed = {
  /** Which bucket refused, as its position among those asked for; -1 when none did. */
  denied: number
  /** Whole seconds until that bucket opens again, at least 1; 0 when none refused. */
  retryAfter: number
  /** What is left of each bucket after this request; -1 for an unlimited one. */
  remaining: number[]
  /** False when the nonce was seen before; null without one, or when a bucket refused before it was tried. */
  fresh: boolean | null
}

/** What one request asks: windows, of which each has a limit, and a nonce. */
type Asked = { buckets: Bucket[]; nonce: Nonce | null }

/** What a store answers to one request: the full window among its own (from 1, 0 for none) and its milliseconds. */
export type StoreAnswer = { denied: number; waitMs: number; fresh: boolean | null; used: number[] }

/**
 * Requests that go to a store together. Those of one API key share three windows, so each window is named once
 * and a request says which it means.
 */
export type StoreBatch = {
  keys: string[]
  requests: {
    /** Positions of its windows in `keys`, from 1. */
    slots: number[]
    ceilings: number[]
    nonce: Nonce | null
  }[]
}

const store = config.backend === 'redis' ? consumeInRedis : consumeInPostgres

/** Requests that come in while others are under way go to the store together. */
const requests = new MicroBatch((asked: Asked[]) => store(batchOf(asked)), {
  size: 32,
  lanes: 1,
  patience: 20,
})

function batchOf(asked: Asked[]): StoreBatch {
  const slotOf = new Map<string, number>()
  const slot = (key: string) => {
    const known = slotOf.get(key)
    if (known !== undefined) return known
    slotOf.set(key, slotOf.size + 1)
    return slotOf.size
  }
  const named = asked.map(({ buckets, nonce }) => ({
    slots: buckets.map(({ key }) => slot(key)),
    ceilings: buckets.map(({ limit }) => limit),
    nonce,
  }))
  return { keys: [...slotOf.keys()], requests: named }
}

/**
 * Counts one request in every bucket, or in none when one of them is full, and then claims the nonce if there
 * is one: one round trip, exact under any number of concurrent callers. Buckets without a limit cost nothing.
 * Errors: whatever the store throws when it cannot be reached, within a second.
 */
export function consume(buckets: Bucket[], nonce: Nonce | null = null): Promise<Consumed> {
  const counted = buckets.every(isLimited) ? buckets : buckets.filter(isLimited)
  if (counted.length === 0 && !nonce) {
    return Promise.resolve({ denied: -1, retryAfter: 0, remaining: buckets.map(() => -1), fresh: null })
  }
  return requests.add({ buckets: counted, nonce }).then((answer) => toConsumed(answer, buckets))
}

function isLimited({ limit }: Bucket): boolean {
  return limit >= 0
}

/** The store's answer, which knows nothing of windows without a limit, in terms of all the windows that were asked for. */
function toConsumed({ denied, waitMs, fresh, used }: StoreAnswer, buckets: Bucket[]): Consumed {
  const remaining: number[] = []
  let counted = 0
  let full = -1
  for (const bucket of buckets) {
    const left = isLimited(bucket) ? Math.max(0, bucket.limit - used[counted++]) : -1
    if (denied > 0 && counted === denied && full === -1) full = remaining.length
    remaining.push(left)
  }
  if (full === -1) return { denied: -1, retryAfter: 0, remaining, fresh }
  noteFull(buckets[full].key, Date.now() + waitMs)
  return { denied: full, retryAfter: Math.max(1, Math.ceil(waitMs / 1000)), remaining, fresh: null }
}

/** Until when the windows that have refused somebody last are full, as far as this process knows. */
const full = new Map<string, number>()
const MAX_FULL = 10_000

function noteFull(key: string, until: number) {
  if (full.size >= MAX_FULL) full.clear()
  full.set(key, until)
}

/** Whether one of these windows has refused somebody and is not over. A hint: the store decides. */
export function isFull(buckets: Bucket[], now = Date.now()): boolean {
  return full.size > 0 && buckets.some(({ key }) => (full.get(key) ?? 0) > now)
}

/** Gives the connections of the limits back; the next call opens them again. */
export async function closeRateLimits() {
  await Promise.all([closePostgresLimits(), closeRedisLimits()])
}
