import db from '@adonisjs/lucid/services/db'
import { changedRows } from '#kernel/database/sql'

/**
 * Says that somebody works on an operation; once a second is enough for all its workers. Whether this call was the one.
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
