import { authorizeConnection } from './authorize_store.js'
import { isDatabaseTimeRecent, noteDatabaseTime } from './database_time.js'
import { firstRow, millis } from './sql.js'

let reading: Promise<void> | null = null

/**
 * Reads the database's clock, unless it was read less than a second ago; returns whether it did. Concurrent callers
 * share one read. A process that answers no call would otherwise never learn that the clocks have changed.
 * @throws the error of Postgres, within a second.
 */
export async function refreshDatabaseTime(): Promise<boolean> {
  if (isDatabaseTimeRecent()) return false
  reading ??= read().finally(() => (reading = null))
  await reading
  return true
}

async function read() {
  const sent = performance.now()
  const found = await firstRow<{ now: number }>(
    authorizeConnection(),
    `select ${millis('statement_timestamp()', 'now')}`
  )
  noteDatabaseTime(found!.now, sent)
}
