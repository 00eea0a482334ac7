import { once } from 'node:events'
import { createPostgresBackend, type BackendFactory, type QueueOptions } from 'bullmq'
import type { Redis } from 'ioredis'
import config from '#config/queue'
import { databaseUrl } from '#kernel/database/datastores'
import { openPool } from '#kernel/database/pools'
import { watchPostgres, workPatience } from '#kernel/database/postgres_watch'
import { openRedis } from '#kernel/redis/redis_connection'

type Shared = {
  options: Pick<QueueOptions, 'connection' | 'prefix'>
  factory: BackendFactory | undefined
  /** Resolves once the store can be talked to; a connection that was just opened cannot yet. */
  ready: () => Promise<void>
  close: () => Promise<void>
}

/**
 * The connection of the queues of this process. On Postgres it is one pool for all of them; on Redis one connection
 * for adding jobs, which fails fast, while workers get patient ones of their own.
 */
export function openQueueConnection(purpose: 'add' | 'work'): Shared {
  return config.backend === 'redis' ? overRedis(purpose) : overPostgres()
}

function overRedis(purpose: 'add' | 'work'): Shared {
  const redis = openRedis(config.redisUrl!, purpose === 'work' ? 'work' : 'dispatch')
  return {
    options: { connection: redis, prefix: config.prefix },
    factory: undefined,
    ready: () => connected(redis),
    close: async () => redis.disconnect(),
  }
}

function overPostgres(): Shared {
  const pool = openPool('queues')
  pool.on('connect', (client) => watchPostgres(client, databaseUrl(), workPatience))
  pool.setMaxListeners(0)
  return {
    options: { connection: pool },
    factory: createPostgresBackend as BackendFactory,
    ready: async () => {},
    close: () => pool.end(),
  }
}

/** A connection that has just been left is called ready until its socket is closed, but sends nothing any more. */
async function connected(redis: Redis) {
  if (redis.status !== 'ready' || !redis.stream.writable) await once(redis, 'ready')
}
