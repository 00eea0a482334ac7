import config from '#config/queue'
import MicroBatch, { eachSettled } from '#kernel/batching/micro_batch'
import { isStoreAway } from '#kernel/refusals/database_faults'
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

/** A request in the line, and until when it may wait for other batches, in milliseconds since the epoch. */
type Queued = Asked & { patientUntil: number }

/** The store's result, or the end of a batch that carries local counts of the same windows: then it is asked again. */
type Told = StoreAnswer | { after: Promise<void> }

/**
 * After so many milliseconds a request waits for no further batch, so that a slow store is reported within a second.
 */
const PATIENCE = 200

const store = config.backend === 'redis' ? consumeInRedis : consumeInPostgres

/** The windows in which this process may count locally. */
export const watched = new WatchedWindows()

/**
 * Requests that arrive while others are in flight go to the store together. In Postgres a failed request fails alone. A
 * Redis script that fails does not undo its writes, so nothing is retried there: a nonce that it has already claimed
 * would look used.
 */
const requests = new MicroBatch(
  config.backend === 'redis'
    ? async (asked: Queued[]) => (await countAll(asked)).map((ok) => ({ ok }))
    : (asked: Queued[]) => eachSettled(asked, countAll),
  { size: 32, lanes: 1, patience: 20 }
)

/**
 * Sends a request to the store. Everything that this process has counted in its windows before is counted before it.
 * @throws the store's error, within a second, if the store cannot be reached.
 */
export async function ask(asked: Asked): Promise<StoreAnswer> {
  const queued = { ...asked, patientUntil: Date.now() + PATIENCE }
  for (;;) {
    const told = await requests.add(queued)
    if (!('after' in told)) return told
    await told.after
  }
}

/**
 * Requests for windows whose local counts are on the way in another batch are sent back to the line: Postgres may run
 * this batch first, and would then count too little.
 */
async function countAll(asked: Queued[]): Promise<Told[]> {
  if (watched.size === 0) return store(batchOf(asked))
  const now = Date.now()
  const waits = asked.map(({ buckets, patientUntil }) =>
    now < patientUntil ? watched.onTheWay(buckets) : null
  )
  const ready = asked.filter((_, at) => !waits[at])
  const answers = ready.length > 0 ? await countReady(batchOf(ready), now) : []
  let next = 0
  return waits.map((after) => (after ? { after } : answers[next++]))
}

/** Local counts in the same windows are added before the requests. */
async function countReady(batch: StoreBatch, now: number): Promise<StoreAnswer[]> {
  const named = namedBy(batch)
  const trip = watched.depart(batch.keys, named, now)
  for (const { slot, count } of trip.windows) batch.counted[slot] = count
  const asked = store(batch)
  if (trip.loaded) watched.carry(trip, whenCounted(asked))
  try {
    const answers = await asked
    watched.arrive(trip, named, usedAfter(batch, answers))
    return answers
  } catch (error) {
    watched.lose(trip)
    throw error
  }
}

/** Fails with the store if it is away. If a batch fails for another reason, the next one may still succeed. */
async function whenCounted(asked: Promise<unknown>) {
  try {
    await asked
  } catch (error) {
    if (isStoreAway(error)) throw error
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
