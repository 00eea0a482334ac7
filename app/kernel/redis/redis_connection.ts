import { Redis, type RedisOptions } from 'ioredis'
import { redisDefaults } from '#config/redis'
import { REDIS, type RedisUseName } from './redis_uses.js'

/** How often a connection is checked, and how long Redis may be silent while it owes a response. Milliseconds. */
const LOOK = 500
const PATIENCE = 2000

/** Opens a connection that reconnects automatically (see `healing`). If it breaks, the command on it fails. */
export function openRedis(url: string, use: Exclude<RedisUseName, 'attempts' | 'probe'>): Redis {
  const redis = new Redis(url, optionsOf(use))
  redis.on('error', () => {})
  return healing(redis)
}

/** A connection that the caller opens and that is tried only once, to find out why Redis cannot be reached. */
export function redisProbe(url: string): Redis {
  return new Redis(url, optionsOf('probe'))
}

function optionsOf(use: RedisUseName): RedisOptions {
  const { name, settings } = REDIS[use]
  return { ...redisDefaults, ...settings, connectionName: name }
}

/**
 * Destroys the socket of `redis` if Redis owes a response and is silent for two seconds; ioredis then opens another
 * one. Without this, a connection whose packets are lost lives as long as the kernel resends them, a quarter of an
 * hour. An idle connection is pinged. Do not use it for connections that block on purpose.
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

/** Returns true if Redis has not answered all commands that were sent. */
function owed(redis: Redis): boolean {
  return redis['commandQueue'].length > 0
}
