import { closePostgresLimits } from './rate_limits_postgres.js'
import { closeRedisLimits } from './rate_limits_redis.js'
import { deliverCounts } from './refused_requests.js'

/** Sends what is still to be counted and gives the connections of the limits back; the next call opens them again. */
export async function closeRateLimits() {
  await deliverCounts()
  await Promise.all([closePostgresLimits(), closeRedisLimits()])
}
