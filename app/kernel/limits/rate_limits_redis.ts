import type { Redis } from 'ioredis'
import config from '#config/queue'
import { databaseNow } from '#kernel/database/database_time'
import { parseJson } from '#kernel/json/json'
import { WINDOW_MS, type StoreAnswer, type StoreBatch } from './rate_limit_windows.js'
import { openRedis } from '#kernel/redis/redis_connection'
import { BEGIN_MEMORY, TAKE_ALL, TAKE_EACH } from './rate_limits_scripts.js'

type Script<Answer> = (...args: (string | number)[]) => Promise<Answer>
/** The counts of all keys before the batch, for each nonce 1 if it was new, and since when nonces are known. */
type AllTaken = [used: number[], fresh: number[], since: number]
type Scripted = Redis & {
  takeAll: Script<string | null>
  takeEach: Script<string>
  beginMemory: Script<null>
}

/** Keys that one script touches share a hash tag, so that a Redis cluster keeps them on one node. */
const PREFIX = `${config.prefix}:{limits}:`
/** The key that holds the time since when this Redis knows all used nonces, and which run of Redis recorded it. */
const MARKER = `${PREFIX}nonces-since`
let redis: Scripted | null = null

/** Counts in Redis: one script for all requests, and a second script only if a window is nearly full. */
export async function consumeInRedis(batch: StoreBatch): Promise<StoreAnswer[]> {
  redis ??= connect()
  const names = batch.keys.map((key) => PREFIX + key)
  for (const { nonce } of batch.requests) if (nonce) names.push(PREFIX + nonce.key)
  names.push(MARKER)
  const head = [names.length, ...names, batch.keys.length, WINDOW_MS]
  const taken = await redis.takeAll(...head, JSON.stringify(sumsOf(batch)), databaseNow())
  if (taken !== null) return allTaken(batch, parseJson(taken) as AllTaken)
  const requests = JSON.stringify([batch.counted, batch.requests.map(numbersOf)])
  const each = await redis.takeEach(...head, requests, databaseNow())
  return eachTaken(...(parseJson(each) as [number[][], number]))
}

/** The ceiling of a window that no request of the batch names: local counts always fit in it. */
const NO_CEILING = Number.MAX_SAFE_INTEGER

function sumsOf({ counted, requests }: StoreBatch): [counts: number[], lives: number[]] {
  const counts = counted.flatMap((count) => [count, NO_CEILING])
  const lives: number[] = []
  for (const { slots, ceilings, nonce } of requests) {
    for (let at = 0; at < slots.length; at++) {
      const place = 2 * (slots[at] - 1)
      counts[place]++
      counts[place + 1] = Math.min(counts[place + 1], ceilings[at])
    }
    if (nonce) lives.push(nonce.ttlMs)
  }
  return [counts, lives]
}

/** Builds the result of each request, as if the requests had come one after another. */
function allTaken({ counted, requests }: StoreBatch, [before, fresh, since]: AllTaken): StoreAnswer[] {
  const used = counted.map((count, at) => count + before[at])
  let nonces = 0
  return requests.map(({ slots, nonce }) => ({
    denied: 0,
    waitMs: 0,
    fresh: nonce ? fresh[nonces++] === 1 : null,
    used: slots.map((slot) => ++used[slot - 1]),
    noncesSince: since,
  }))
}

function numbersOf({ slots, ceilings, nonce }: StoreBatch['requests'][number]): number[] {
  const numbers = [nonce?.ttlMs ?? 0]
  for (let at = 0; at < slots.length; at++) numbers.push(slots[at], ceilings[at])
  return numbers
}

function eachTaken(answers: number[][], noncesSince: number): StoreAnswer[] {
  return answers.map(([denied, waitMs, fresh, ...used]) => ({
    denied,
    waitMs,
    fresh: fresh === -1 ? null : fresh === 1,
    used,
    noncesSince,
  }))
}

/** Returns the used requests of each window. */
export async function usedInRedis(keys: string[]): Promise<number[]> {
  redis ??= connect()
  const found = await redis.mget(keys.map((key) => PREFIX + key))
  return found.map((used) => Number(used ?? 0))
}

/** Records that no nonce has ever been used in this Redis, unless the time since when it knows them is already set. */
export async function beginNonceMemory() {
  redis ??= connect()
  await redis.beginMemory(1, MARKER)
}

export async function closeRedisLimits() {
  redis?.disconnect()
  redis = null
}

function connect(): Scripted {
  const client = openRedis(config.redisUrl!, 'limits')
  client.defineCommand('takeAll', { lua: TAKE_ALL })
  client.defineCommand('takeEach', { lua: TAKE_EACH })
  client.defineCommand('beginMemory', { lua: BEGIN_MEMORY })
  return client as Scripted
}
