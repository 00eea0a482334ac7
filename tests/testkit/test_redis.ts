import OwnRedis from './own_redis.js'

export type TestRedis = { url: string; close: () => Promise<void> }

/** The Redis of REDIS_URL, or one started from the redis-server on the PATH; null if there is neither. */
export async function openTestRedis(): Promise<TestRedis | null> {
  if (process.env.REDIS_URL) return { url: process.env.REDIS_URL, close: async () => {} }
  const redis = await OwnRedis.open()
  return redis && { url: redis.url, close: () => redis.kill() }
}
