import { defineConfig } from '@adonisjs/redis'
import type { InferConnections } from '@adonisjs/redis/types'
import type { RedisOptions } from 'ioredis'
import { REDIS } from '#kernel/redis/redis_uses'
import env from '#start/env'

/** Errors of a node that cannot serve the command: a failed primary, or a node that is not ready. */
const WRONG_NODE = /\b(READONLY|LOADING|MASTERDOWN)\b/

/**
 * Options of every Redis connection of the service. If a node is read-only or not ready, the client reconnects at
 * once and sends the command again to the node that then answers at that address.
 */
export const redisDefaults = {
  connectTimeout: 800,
  keepAlive: 5000,
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 1000),
  reconnectOnError: (error: Error) => (WRONG_NODE.test(error.message) ? 2 : false),
} satisfies RedisOptions

const url = env.get('REDIS_URL')

/** The options in REDIS_URL, read by the client itself, so that all connections of the service read it in one way. */
const address: RedisOptions = url ? (await import('ioredis/built/utils/index.js')).parseURL(url) : {}

/** The connection of the attempt limits; opened only if REDIS_URL is set. */
const redisConfig = defineConfig({
  connection: 'main',
  connections: {
    main: {
      ...address,
      tls: url?.startsWith('rediss:') ? {} : undefined,
      keyPrefix: `${env.get('REDIS_PREFIX')}:`,
      ...redisDefaults,
      ...REDIS.attempts.settings,
      connectionName: REDIS.attempts.name,
    },
  },
})

export default redisConfig

declare module '@adonisjs/redis/types' {
  export interface RedisConnections extends InferConnections<typeof redisConfig> {}
}
