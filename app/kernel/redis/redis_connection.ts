import { Redis, type RedisOptions } from 'ioredis'
import { redisDefaults } from '#config/redis'
import { REDIS, type RedisUseName } from './redis_uses.js'

/** How often a connection is looked at, and how long Redis may be silent while it owes an answer. Milliseconds. */
const LOOK = 500
const PATIENCE = 2000

/** Opens a connection that reconnects by itself (see `healing`). If it breaks, the command on it fails. */
export function openRedis(url: string, use: Exclude<RedisUseName, 'attempts' | 'probe'>): Redis {
  const redis = new Redis(url, optionsOf(use))
  redis.on('error', () => {})
  return healing(redis)
}

/** A connection that is tried once, and by hand, to learn why Redis cannot be reached. */
export function redisProbe(url: string): Redis {
  return new Redis(url, optionsOf('probe'))
}

function optionsOf(use: RedisUseName): RedisOptions {
  const { name, settings } = REDIS[use]
  return { ...redisDefaults, ...settings, connectionName: name }
}

/**
 * Destroys the connection below `redis` when Redis owes it an answer and is silent for two seconds; ioredis then opens
 * another one. Without this a connection whose packets are lost lives for as long as the kernel sends them again, a
 * quarter of an hour. An idle one is asked for a sign of life. Not for connections that block on purpose.
 */
export function healing(redis: Redis): Redis {
  let socket = redis.stream
  let read = -1
  let since = performance.now()
  const look = () => {
    const now = performance.now()
    if (redis.stream !== socket || (socket?.bytesRead ?? 0) !== read || !owed(redis)) {
      socket = redis.stream
      read = socket?.bytesRead ?? 0
      since = now
    } else if (now - since > PATIENCE) {
      socket.destroy()
    }
    if (redis.status === 'ready' && !owed(redis)) redis.ping().catch(() => {})
  }
  const timer = setInterval(look, LOOK).unref()
  redis.once('end', () => clearInterval(timer))
  return redis
}

/** Whether Redis has been sent something that it has not answered. */
function owed(redis: Redis): boolean {
  return redis['commandQueue'].length > 0
}
