import type { Millis } from '#kernel/time/millis'
import { firstRow, millis, type SqlExecutor } from './sql.js'

/** The current time by the database's clock, for what must not depend on the clock of one machine. */
export async function databaseMoment(client: SqlExecutor): Promise<Millis> {
  const found = await firstRow<{ at: Millis }>(client, `select ${millis('clock_timestamp()', 'at')}`)
  return found!.at
}
