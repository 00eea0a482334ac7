import { closePostgresLimits } from './rate_limits_postgres.js'
import { closeRedisLimits } from './rate_limits_redis.js'
import { deliverCounts } from './refused_requests.js'

/** Sends the remaining counts to the store and closes the connections of the limits; the next call reopens them. */
export async function closeRateLimits() {
  await deliverCounts()
  await Promise.all([closePostgresLimits(), closeRedisLimits()])
}
