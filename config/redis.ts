import { defineConfig } from '@adonisjs/redis'
import type { InferConnections } from '@adonisjs/redis/types'
import { redisDefaults } from '#services/redis_connection'
import env from '#start/env'

const url = new URL(env.get('REDIS_URL') ?? 'redis://127.0.0.1:6379')

/** The connection of the attempt limits; opened only where REDIS_URL is set. It fails fast. */
const redisConfig = defineConfig({
  connection: 'main',
  connections: {
    main: {
      host: url.hostname,
      port: Number(url.port || 6379),
      username: decodeURIComponent(url.username) || undefined,
      password: decodeURIComponent(url.password) || undefined,
      db: Number(url.pathname.slice(1) || 0),
      tls: url.protocol === 'rediss:' ? {} : undefined,
      keyPrefix: `${env.get('REDIS_PREFIX') ?? 'latchkey'}:`,
      maxRetriesPerRequest: 1,
      commandTimeout: 800,
      ...redisDefaults,
    },
  },
})

export default redisConfig

declare module '@adonisjs/redis/types' {
  export interface RedisConnections extends InferConnections<typeof redisConfig> {}
}
