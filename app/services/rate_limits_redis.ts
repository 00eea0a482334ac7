import { Redis } from 'ioredis'
import config from '#config/queue'
import type { StoreAnswer, StoreBatch } from './rate_limits.js'
import { WINDOW_MS } from './rate_limits.js'

/**
 * Reads all windows at once and takes the requests one after another: each counts in its windows or, when one
 * is full, in none, and then claims its nonce. What has changed of a window is written once.
 * Keys: the windows, then the nonces of those requests that have one, in their order. Arguments: the number of
 * windows, their length, and the requests as JSON, because one long argument costs both sides less than many short
 * ones: of each the milliseconds of its nonce (0 for none) and, for each of its windows, the slot and the ceiling.
 * Answer, as JSON, for each request: full window (0 for none), its milliseconds, fresh (1, 0, or -1 for no nonce),
 * and how much of each of its windows is used.
 */
const SCRIPT = `
local windows, window_ms = tonumber(ARGV[1]), ARGV[2]
local stored, used = {}, {}
if windows > 0 then
  local read = redis.call('MGET', unpack(KEYS, 1, windows))
  for i = 1, windows do
    stored[i] = tonumber(read[i]) or 0
    used[i] = stored[i]
  end
end
local answers, nonce = {}, windows
for n, request in ipairs(cjson.decode(ARGV[3])) do
  local own = (#request - 1) / 2
  local answer = {0, 0, -1}
  local full = 0
  for i = own, 1, -1 do
    if used[request[2 * i]] >= request[2 * i + 1] then full = i end
  end
  for i = 1, own do
    local slot = request[2 * i]
    if full == 0 then used[slot] = used[slot] + 1 end
    answer[3 + i] = used[slot]
  end
  if full > 0 then
    answer[1] = full
    local left = redis.call('PTTL', KEYS[request[2 * full]])
    answer[2] = left > 0 and left or tonumber(window_ms)
  end
  if request[1] > 0 then
    nonce = nonce + 1
    if full == 0 then
      answer[3] = redis.call('SET', KEYS[nonce], 1, 'NX', 'PX', request[1]) and 1 or 0
    end
  end
  answers[n] = answer
end
for i = 1, windows do
  if used[i] > stored[i] then
    if stored[i] == 0 then
      redis.call('SET', KEYS[i], used[i], 'PX', window_ms)
    else
      redis.call('INCRBY', KEYS[i], used[i] - stored[i])
    end
  end
end
return cjson.encode(answers)
`

type Scripted = Redis & { consumeLimits(...args: (string | number)[]): Promise<string> }

/** Keys that one script touches share a hash tag, so that a Redis cluster keeps them on one node. */
const PREFIX = `${config.prefix}:{limits}:`
let redis: Scripted | null = null

/** Counts in Redis: one script for all of the requests. */
export async function consumeInRedis({ keys, requests }: StoreBatch): Promise<StoreAnswer[]> {
  redis ??= connect()
  const names = keys.map((key) => PREFIX + key)
  const asked = requests.map(({ slots, ceilings, nonce }) => {
    if (nonce) names.push(PREFIX + nonce.key)
    const numbers = [nonce?.ttlMs ?? 0]
    for (let at = 0; at < slots.length; at++) numbers.push(slots[at], ceilings[at])
    return numbers
  })
  const all = [names.length, ...names, keys.length, WINDOW_MS, JSON.stringify(asked)]
  const answers = JSON.parse(await redis.consumeLimits(...all)) as number[][]
  return answers.map(([denied, waitMs, fresh, ...used]) => ({
    denied,
    waitMs,
    fresh: fresh === -1 ? null : fresh === 1,
    used,
  }))
}

export async function closeRedisLimits() {
  redis?.disconnect()
  redis = null
}

/** Fails fast: a request is waiting for the answer, and a late one is worth nothing. */
function connect(): Scripted {
  const client = new Redis(config.redisUrl!, {
    maxRetriesPerRequest: 1,
    connectTimeout: 800,
    commandTimeout: 800,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1000),
  })
  client.on('error', () => {})
  client.defineCommand('consumeLimits', { lua: SCRIPT })
  return client as Scripted
}
