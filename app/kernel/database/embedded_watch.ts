import logger from '@adonisjs/core/services/logger'
import Loop from '#kernel/batching/loop'
import { OutageLog } from '#kernel/observe/outage_log'
import type EmbeddedPostgres from './embedded_postgres.js'

/** Time between two looks at the server. Milliseconds. */
const EVERY = 2000

/**
 * Starts the embedded Postgres again whenever it has ended although this process uses it. Postgres starts again by itself
 * after most crashes, but not after one whose recovery fails, as on a full disk. Stop the loop before leaving the server.
 */
export function embeddedWatch(server: EmbeddedPostgres): Loop {
  const outage = new OutageLog('the embedded Postgres runs again')
  return new Loop('embedded-postgres', async () => {
    try {
      if (await server.revive()) logger.warn('the embedded Postgres had ended and was started again')
      outage.worked()
    } catch (error) {
      outage.failed(error, 'the embedded Postgres has ended and cannot be started yet')
    }
    return EVERY
  })
}
