import db from '@adonisjs/lucid/services/db'
import { changedRows } from '#kernel/database/sql'

/**
 * Writes the heartbeat of an operation, at most once a second for all its workers. Returns whether this call wrote
 * it.
 */
export async function beat(id: string): Promise<boolean> {
  const beaten = await changedRows(
    db.connection(),
    `update operations set heartbeat_at = clock_timestamp()
     where id = (
       select id from operations where id = ? and heartbeat_at < clock_timestamp() - interval '1 second'
       for no key update skip locked
     )`,
    [id]
  )
  return beaten > 0
}
