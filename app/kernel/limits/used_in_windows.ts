import config from '#config/queue'
import { storedKey } from './window_keys.js'
import { usedInPostgres } from './rate_limits_postgres.js'
import { usedInRedis } from './rate_limits_redis.js'

const read = config.backend === 'redis' ? usedInRedis : usedInPostgres

/**
 * Returns how many requests these windows, such as `product:<id>`, have counted together since each began, at most a
 * minute ago. It counts nothing.
 * @throws the store's error, within a second, if the store cannot be reached.
 */
export async function usedInWindows(keys: string[]): Promise<number> {
  if (keys.length === 0) return 0
  const used = await read(keys.map(storedKey))
  return used.reduce((sum, one) => sum + one, 0)
}
