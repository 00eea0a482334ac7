import config from '#config/queue'
import MicroBatch, { eachSettled } from '#kernel/batching/micro_batch'
import type { Bucket, Nonce, StoreAnswer, StoreBatch } from './rate_limit_windows.js'
import { consumeInPostgres } from './rate_limits_postgres.js'
import { consumeInRedis } from './rate_limits_redis.js'
import WatchedWindows from './watched_windows.js'
import { storedKey } from './window_keys.js'

/** A request to the store: its windows with their limits, and a nonce. */
type Asked = {
  buckets: Bucket[]
  nonce: Nonce | null
  /** Stored names of other windows whose local counts go to the store with this request. */
  delivers?: string[]
}

const store = config.backend === 'redis' ? consumeInRedis : consumeInPostgres

/** The windows in which this process may count locally. */
export const watched = new WatchedWindows()

/**
 * Requests that arrive while others are in flight go to the store together. In Postgres a failed request fails alone. A
 * Redis script that fails does not undo its writes, so nothing is retried there: a nonce that it has already claimed
 * would look used.
 */
export const requests = new MicroBatch(
  config.backend === 'redis'
    ? async (asked: Asked[]) => (await countAll(asked)).map((ok) => ({ ok }))
    : (asked: Asked[]) => eachSettled(asked, countAll),
  { size: 32, lanes: 1, patience: 20 }
)

/** Local counts in the same windows are added before the requests. */
async function countAll(asked: Asked[]): Promise<StoreAnswer[]> {
  const batch = batchOf(asked)
  if (watched.size === 0) return store(batch)
  const named = namedBy(batch)
  const trip = watched.depart(batch.keys, named, Date.now())
  for (const { slot, count } of trip.windows) batch.counted[slot] = count
  try {
    const answers = await store(batch)
    watched.arrive(trip, named, usedAfter(batch, answers))
    return answers
  } catch (error) {
    watched.lose(trip)
    throw error
  }
}

function batchOf(asked: Asked[]): StoreBatch {
  const slotOf = new Map<string, number>()
  const slot = (key: string) => {
    const known = slotOf.get(key)
    if (known !== undefined) return known
    slotOf.set(key, slotOf.size + 1)
    return slotOf.size
  }
  const named = asked.map(({ buckets, nonce, delivers = [] }) => {
    delivers.forEach(slot)
    return {
      slots: buckets.map(({ key }) => slot(storedKey(key))),
      ceilings: buckets.map(({ limit }) => limit),
      nonce: nonce && { ...nonce, key: storedKey(nonce.key) },
    }
  })
  const keys = [...slotOf.keys()]
  return { keys, counted: keys.map(() => 0), requests: named }
}

/** How many requests of a batch name each of its windows. */
function namedBy({ keys, requests: all }: StoreBatch): number[] {
  const named = keys.map(() => 0)
  for (const { slots } of all) for (const slot of slots) named[slot - 1]++
  return named
}

/** The store's last count of each window of a batch. */
function usedAfter({ keys, requests: all }: StoreBatch, answers: StoreAnswer[]): (number | undefined)[] {
  const used: (number | undefined)[] = keys.map(() => undefined)
  all.forEach(({ slots }, at) => slots.forEach((slot, place) => (used[slot - 1] = answers[at].used[place])))
  return used
}
