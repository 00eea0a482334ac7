import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import config from '#config/queue'
import { openRedis } from './redis_connection.js'

/**
 * Checks that Redis never evicts keys, because it would lose jobs, windows and used nonces. Production refuses to start
 * on such a Redis; other environments log a warning. If Redis is unavailable, the next process that starts checks it.
 * @throws Error that names the setting to change
 */
export async function checkRedisPolicy(url = config.redisUrl, production = app.inProduction) {
  if (!url) return
  const redis = openRedis(url, 'policy')
  const memory = await redis.info('memory').catch(() => '')
  redis.disconnect()
  const policy = /^maxmemory_policy:(.+?)\r?$/m.exec(memory)?.[1] ?? 'noeviction'
  if (policy === 'noeviction') return
  const message = `The Redis of REDIS_URL may evict keys: set its maxmemory-policy to noeviction (it is ${policy})`
  if (production) throw new Error(message)
  logger.warn({ policy }, message)
}
