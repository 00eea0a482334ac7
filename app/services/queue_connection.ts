import { once } from 'node:events'
import { createPostgresBackend, type BackendFactory, type QueueOptions } from 'bullmq'
import { Redis } from 'ioredis'
import pg from 'pg'
import config from '#config/queue'
import { databaseUrl } from './datastores.js'

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
  const redis = new Redis(config.redisUrl!, {
    maxRetriesPerRequest: purpose === 'work' ? null : 1,
    enableOfflineQueue: purpose === 'work',
    commandTimeout: purpose === 'work' ? undefined : 900,
    connectTimeout: 900,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1000),
  })
  redis.on('error', () => {})
  return {
    options: { connection: redis, prefix: config.prefix },
    factory: undefined,
    ready: () => connected(redis),
    close: async () => redis.disconnect(),
  }
}

function overPostgres(): Shared {
  const pool = new pg.Pool({
    connectionString: databaseUrl(),
    max: config.poolSize,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    application_name: 'latchkey-queues',
    options: '-c search_path=bullmq,public',
  })
  pool.setMaxListeners(0)
  pool.on('error', () => {})
  return {
    options: { connection: pool as never },
    factory: createPostgresBackend as BackendFactory,
    ready: async () => {},
    close: () => pool.end(),
  }
}

async function connected(redis: Redis) {
  if (redis.status !== 'ready') await once(redis, 'ready')
}
