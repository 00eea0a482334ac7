import { closePostgresLimits } from './rate_limits_postgres.js'
import { closeRedisLimits } from './rate_limits_redis.js'
import { deliverCounts } from './refused_requests.js'

/**
 * Cuts the connection of the attempt limits and takes it away from the framework, which would say goodbye on it and wait
 * for the answer: a silent Redis would then keep the process from closing the rest.
 */
async function closeAttemptLimits() {
  const { default: redis } = await import('@adonisjs/redis/services/main')
  await redis.disconnectAll()
  redis.activeConnections = {}
}

/** Sends the remaining counts to the store and closes the connections of the limits, at the end of the process. */
export async function closeRateLimits() {
  await deliverCounts()
  await Promise.all([closePostgresLimits(), closeRedisLimits(), closeAttemptLimits()])
}
