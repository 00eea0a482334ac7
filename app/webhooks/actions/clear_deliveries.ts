import db from '@adonisjs/lucid/services/db'
import { webhooks } from '#config/webhooks'
import { firstIdOf } from '#webhooks/rules/id_range'
import { databaseMoment } from '#kernel/database/database_moment'
import { firstRow } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'

/** Deliveries that one statement deletes: few enough that no other transaction waits long for it. */
const CHUNK = 2000

/**
 * Deletes deliveries that are older than the retention period, their attempts, and the events that no other delivery
 * needs. It works in chunks, each in its own transaction. Pending deliveries are kept. Returns the number of deleted
 * deliveries. Deliveries are dated by the clock of the database, so their age goes by it too, unless `moment` is given.
 */
export default class ClearDeliveries {
  async execute(signal: AbortSignal, moment?: Millis): Promise<number> {
    const now = moment ?? (await databaseMoment(db.connection()))
    const before = firstIdOf(now - webhooks.retentionMs)
    let cleared = 0
    for (let went = CHUNK; went === CHUNK && !signal.aborted; cleared += went) went = await clearChunk(before)
    return cleared
  }
}

async function clearChunk(before: string): Promise<number> {
  const cleared = await firstRow<{ count: number }>(
    db.connection(),
    `with old as materialized (
       select id, event_id from webhook_deliveries where id < ?::uuid and status <> 'pending'
       order by id limit ${CHUNK} for update skip locked
     ),
     attempts as (delete from webhook_attempts a using old where a.delivery_id = old.id),
     deliveries as (delete from webhook_deliveries d using old where d.id = old.id),
     events as (
       delete from webhook_events v using (select distinct event_id from old) o
       where v.id = o.event_id
         and not exists (select 1 from webhook_deliveries d where d.event_id = v.id
           and d.kind = 'automatic' and d.id not in (select id from old))
         and not exists (select 1 from webhook_deliveries d where d.event_id = v.id
           and d.kind <> 'automatic' and d.id not in (select id from old))
     )
     select count(*)::int as count from old`,
    [before]
  )
  return cleared!.count
}
