import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import config from '#config/queue'
import { firstRow } from '#kernel/database/sql'
import { recentRefusal } from '#kernel/database/unable_server'
import { redisProbe } from '#kernel/redis/redis_connection'
import Queues from '#kernel/queues/queues'
import { withTimeout } from '#kernel/time/with_timeout'
import type { Finding } from './probe.js'

/**
 * Checks that Postgres answers and takes changes. A server that has just refused one, for example because its disk is
 * full, still answers what needs none.
 */
export async function checkPostgres(): Promise<Finding> {
  const sql = `select current_setting('transaction_read_only') = 'on' as fixed`
  const server = await firstRow<{ fixed: boolean }>(db.connection(), sql)
  if (server!.fixed) throw new Error('it is read-only: does DATABASE_URL lead to a standby?')
  const cause = recentRefusal()
  if (cause !== null) return { status: 'degraded', cause }
}

/**
 * After this time without an answer from the queues, Redis is asked for the reason, early enough for the deadline of
 * the check. Milliseconds.
 */
const SOON = 300

/** Checks every queue. A paused queue accepts jobs, but no worker runs them until it is resumed. */
export function checkQueues(): Promise<Finding> {
  const found = pausedQueues()
  if (config.backend !== 'redis') return found
  const explained = withTimeout(found, SOON)
    .catch(askRedisWhy)
    .then(() => found)
  return Promise.race([explained, found.catch(() => explained)])
}

async function pausedQueues(): Promise<Finding> {
  const paused = await (await app.container.make(Queues)).paused()
  if (paused.length === 0) return
  return { status: 'degraded', cause: `paused: ${paused.join(', ')} (npm run ace -- queue:resume)` }
}

/**
 * Opens one more connection to Redis, only to learn why it does not answer: the queues' own connections keep retrying
 * and do not report the reason. Resolves if Redis answers.
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
