import db from '@adonisjs/lucid/services/db'
import type { SqlExecutor } from './sql.js'
import { openTransaction } from './unit_of_work.js'

/**
 * Runs several reads on one snapshot of the database, so that they agree with each other while other callers write. A
 * request that has written already reads in its own transaction.
 */
export async function snapshot<T>(read: (client: SqlExecutor) => Promise<T>): Promise<T> {
  const open = openTransaction()
  return open ? read(open) : db.transaction(read, { isolationLevel: 'repeatable read' })
}
