import logger from '@adonisjs/core/services/logger'
import Loop from '#kernel/batching/loop'
import type EmbeddedPostgres from './embedded_postgres.js'

/** Time between two looks at the server. Milliseconds. */
const EVERY = 2000

/**
 * Starts the embedded Postgres again whenever it has ended although this process uses it. Postgres starts again by itself
 * after most crashes, but not after one whose recovery fails, as on a full disk. Stop the loop before leaving the server.
 */
export function embeddedWatch(server: EmbeddedPostgres): Loop {
  let failed = false
  return new Loop('embedded-postgres', async () => {
    try {
      if (await server.revive()) logger.warn('the embedded Postgres had ended and was started again')
      failed = false
    } catch (error) {
      if (!failed) logger.error({ err: error }, 'the embedded Postgres has ended and cannot be started yet')
      failed = true
    }
    return EVERY
  })
}
