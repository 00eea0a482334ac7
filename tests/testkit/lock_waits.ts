import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { until } from './wait.js'

/** Waits until at least `many` statements of this database wait for locks; `like` is a pattern for their text. */
export function lockWaits(many: number, like = '%') {
  const sql = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like ?`
  return until(
    `${many} to wait for a lock`,
    async () => (await rows(db.connection(), sql, [like])).length >= many
  )
}
