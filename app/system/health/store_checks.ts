import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import config from '#config/queue'
import { redisProbe } from '#kernel/redis/redis_connection'
import Queues from '#kernel/queues/queues'
import type { Finding } from './probe.js'

export async function checkPostgres(): Promise<Finding> {
  await db.rawQuery('select 1')
}

/** Asks every queue; one that is paused takes jobs that nobody works on until it is resumed. */
export async function checkQueues(): Promise<Finding> {
  const queues = await app.container.make(Queues)
  try {
    const paused = await queues.paused()
    if (paused.length === 0) return
    return { status: 'degraded', cause: `paused: ${paused.join(', ')} (npm run ace -- queue:resume)` }
  } catch (error) {
    if (config.backend === 'redis') await askRedisWhy()
    throw error
  }
}

/**
 * Connects to Redis once more, only to learn why it does not answer: the connections of the queues go on trying and
 * keep the reason to themselves.
 * @throws the reason, such as ECONNREFUSED or NOAUTH.
 */
async function askRedisWhy() {
  const redis = redisProbe(config.redisUrl!)
  const reason = new Promise<never>((_, reject) => redis.on('error', reject))
  try {
    await Promise.race([redis.connect().then(() => redis.ping()), reason])
  } finally {
    reason.catch(() => {})
    redis.disconnect()
  }
}
