import { Redis } from 'ioredis'
import config from '#config/queue'
import type { Nonce, StoreAnswer } from './rate_limits.js'
import { WINDOW_MS } from './rate_limits.js'

/**
 * First looks at every window and leaves at the first full one, so that a refused request takes from none;
 * then counts in all of them; then claims the nonce, which is the last key when there is one.
 * Answer: full window (0 for none), its milliseconds, fresh (1, 0, or -1 for no nonce), the counts.
 */
const SCRIPT = `
local windows = #ARGV - 2
local used = {}
for i = 1, windows do
  local count = tonumber(redis.call('GET', KEYS[i])) or 0
  if count >= tonumber(ARGV[i]) then
    local answer = {i, redis.call('PTTL', KEYS[i]), -1}
    for j = 1, windows do answer[3 + j] = tonumber(redis.call('GET', KEYS[j])) or 0 end
    return answer
  end
  used[i] = count
end
local answer = {0, 0, -1}
for i = 1, windows do
  local count = redis.call('INCR', KEYS[i])
  if count == 1 then redis.call('PEXPIRE', KEYS[i], ARGV[windows + 1]) end
  answer[3 + i] = count
end
if #KEYS > windows then
  answer[3] = redis.call('SET', KEYS[windows + 1], 1, 'NX', 'PX', ARGV[windows + 2]) and 1 or 0
end
return answer
`

type Scripted = Redis & { consumeLimits(...args: (string | number)[]): Promise<number[]> }

/** Keys that one script touches share a hash tag, so that a Redis cluster keeps them on one node. */
const PREFIX = `${config.prefix}:{limits}:`
let redis: Scripted | null = null

/** Counts in Redis, by one script. */
export async function consumeInRedis(
  keys: string[],
  ceilings: number[],
  nonce: Nonce | null
): Promise<StoreAnswer> {
  redis ??= connect()
  const names = keys.map((key) => PREFIX + key)
  if (nonce) names.push(PREFIX + nonce.key)
  const answer = await redis.consumeLimits(names.length, ...names, ...ceilings, WINDOW_MS, nonce?.ttlMs ?? 0)
  const [denied, waitMs, fresh, ...used] = answer
  return { denied, waitMs, fresh: fresh === -1 ? null : fresh === 1, used }
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
    // Scripts of the same turn of the event loop go out in one write: the write costs more than the script.
    enableAutoPipelining: true,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1000),
  })
  client.on('error', () => {})
  client.defineCommand('consumeLimits', { lua: SCRIPT })
  return client as Scripted
}
