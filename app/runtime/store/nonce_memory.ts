import db from '@adonisjs/lucid/services/db'
import logger from '@adonisjs/core/services/logger'
import config from '#config/queue'
import { beginNonceMemory } from '#kernel/limits/rate_limits_redis'
import { firstRow, rows } from '#kernel/database/sql'

/**
 * Records in a Redis that is used for the first time that no nonce has been used yet. Otherwise it would refuse calls
 * that were signed before its first use. A known Redis that comes back empty has lost its nonces: it records that
 * moment on its first use, and calls signed before it are refused (interface#54-request-signing). If Redis is
 * unavailable now, the next process that starts does this.
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
