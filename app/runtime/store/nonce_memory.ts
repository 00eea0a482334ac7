import db from '@adonisjs/lucid/services/db'
import logger from '@adonisjs/core/services/logger'
import config from '#config/queue'
import { beginNonceMemory } from '#kernel/limits/rate_limits_redis'
import { firstRow, rows } from '#kernel/database/sql'

/**
 * Tells a Redis that is used for the first time that no nonce has been used yet, so that no call is refused for having
 * been signed before it was. A Redis that this deployment knows already and that comes back empty has forgotten nonces:
 * it notes the moment by itself, and calls signed before are refused (interface#54-request-signing). A Redis that
 * is away now is told by the next process that starts.
 */
export async function openNonceMemory() {
  if (config.backend !== 'redis') return
  const name = config.prefix
  if (await firstRow(db.connection(), 'select 1 from nonce_stores where name = ?', [name])) return
  try {
    await beginNonceMemory()
    await rows(db.connection(), 'insert into nonce_stores (name) values (?) on conflict do nothing', [name])
  } catch (error) {
    logger.warn({ err: error }, 'Redis is away: calls signed before its first use will be refused')
  }
}
