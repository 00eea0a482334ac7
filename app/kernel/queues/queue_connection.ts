import { once } from 'node:events'
import type { BackendFactory, QueueOptions } from 'bullmq'
import type { Redis } from 'ioredis'
import config from '#config/queue'
import { databaseUrl } from '#kernel/database/datastores'
import { openPool } from '#kernel/database/pools'
import { watchPostgres, workPatience } from '#kernel/database/postgres_watch'
import { openRedis } from '#kernel/redis/redis_connection'
import { bullmq } from './bullmq.js'
import { retryDeadlocks } from './retry_deadlocks.js'

type Shared = {
  options: Pick<QueueOptions, 'connection' | 'prefix'>
  factory: BackendFactory | undefined
  /** Resolves once the store accepts commands; a connection that was just opened does not yet. */
  ready: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Opens the connection of this process's queues, one for adding jobs or one for taking them. On Postgres it is a pool for
 * all queues. On Redis the one for adding fails fast; workers get separate, patient connections.
 */
export function openQueueConnection(purpose: 'add' | 'work'): Shared {
  return config.backend === 'redis' ? overRedis(purpose) : overPostgres(purpose)
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

function overPostgres(purpose: 'add' | 'work'): Shared {
  const pool = retryDeadlocks(openPool(purpose === 'work' ? 'queues' : 'dispatch'))
  // Read now: a process that is told to stop while it starts closes its datastores before this pool has connected.
  const url = databaseUrl()
  pool.on('connect', (client) => watchPostgres(client, url, workPatience))
  pool.setMaxListeners(0)
  return {
    options: { connection: pool },
    factory: bullmq().createPostgresBackend as BackendFactory,
    ready: async () => {},
    close: () => pool.end(),
  }
}

/** After a disconnect, ioredis reports a connection as ready until its socket is closed, although it sends nothing. */
async function connected(redis: Redis) {
  if (redis.status !== 'ready' || !redis.stream.writable) await once(redis, 'ready')
}
