import { once } from 'node:events'
import { createPostgresBackend, type BackendFactory, type QueueOptions } from 'bullmq'
import type { Redis } from 'ioredis'
import pg from 'pg'
import config from '#config/queue'
import { databaseUrl } from '#kernel/database/datastores'
import { CONNECTED, SERVER_KEEP_ALIVE } from '#kernel/database/postgres_connection'
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
 * What the queues of this process talk to. On Postgres that is one pool for all of them (its size is chosen in
 * `config/queue.ts`); on Redis one connection for adding jobs, which fails fast, while workers get patient
 * ones of their own.
 */
export function openQueueConnection(purpose: 'add' | 'work'): Shared {
  return config.backend === 'redis' ? overRedis(purpose) : overPostgres()
}

function overRedis(purpose: 'add' | 'work'): Shared {
  const redis = openRedis(config.redisUrl!, {
    maxRetriesPerRequest: purpose === 'work' ? null : 1,
    enableOfflineQueue: purpose === 'work',
    commandTimeout: purpose === 'work' ? undefined : 900,
  })
  return {
    options: { connection: redis, prefix: config.prefix },
    factory: undefined,
    ready: () => connected(redis),
    close: async () => redis.disconnect(),
  }
}

function overPostgres(): Shared {
  const pool = new pg.Pool({
    ...CONNECTED,
    connectionString: databaseUrl(),
    max: config.poolSize,
    connectionTimeoutMillis: 5000,
    application_name: 'latchkey-queues',
    options: `-c search_path=bullmq,public ${SERVER_KEEP_ALIVE}`,
  })
  pool.on('connect', (client) => watchPostgres(client, databaseUrl(), workPatience))
  pool.setMaxListeners(0)
  pool.on('error', () => {})
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
