import db from '@adonisjs/lucid/services/db'
import type { Millis } from '#kernel/time/millis'
import { firstRow, millis } from './sql.js'

/** Reads the time by the database's clock, for jobs that must not go by the clock of the worker that runs them. */
export async function databaseMoment(): Promise<Millis> {
  const found = await firstRow<{ at: Millis }>(db.connection(), `select ${millis('clock_timestamp()', 'at')}`)
  return found!.at
}
