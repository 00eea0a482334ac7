import db from '@adonisjs/lucid/services/db'
import { ALL_EVENTS } from '#kernel/outbox/events'
import { maxAttempts } from '#webhooks/rules/retry_schedule'
import { webhooks } from '#config/webhooks'
import { firstRow, type SqlExecutor } from '#kernel/database/sql'
import { DISABLED } from './cancellations.js'

export type Drained = {
  /** Events that left the outbox. */
  events: number
  /** Deliveries that were created for them. */
  deliveries: number
}

/**
 * Turns about `limit` outbox events into deliveries, the oldest of each org first. An event gets one delivery for
 * each endpoint that subscribes to it and was enabled when it happened: endpoints of the event's product, or of every
 * product for an event of the whole org. If the endpoint has been disabled since, its delivery is stored as
 * cancelled, as if the drain had run earlier. It is one statement and thus one transaction: an event is either still
 * in the outbox or has all its deliveries. Any number of processes may drain at once, because each takes different
 * events. Events without subscribers leave no trace (interface#64-delivery-rules).
 *
 * The rows are deleted by their place, which cannot change while they are locked. The outbox is often empty when Postgres
 * looks at its size. It then takes any index for as good as another, and a deletion by id has read a whole index for
 * each event.
 */
export async function drainOutbox(
  limit: number,
  now = Date.now(),
  client: SqlExecutor = db.connection()
): Promise<Drained> {
  const drained = await firstRow<Drained>(
    client,
    `with recursive walk (org_id) as (
       (select org_id from outbox_events order by org_id limit 1)
       union all
       select (select o.org_id from outbox_events o where o.org_id > walk.org_id order by o.org_id limit 1)
       from walk where walk.org_id is not null
     ),
     orgs as materialized (select org_id from walk where org_id is not null),
     next as materialized (
       select o.place from orgs cross join lateral (
         select ctid as place from outbox_events where org_id = orgs.org_id
         order by id limit greatest(1, ? / (select count(*) from orgs)) for update skip locked
       ) o
     ),
     taken as (
       delete from outbox_events where ctid = any (array(select place from next))
       returning id, org_id, product_id, name, data, license, created_at
     ),
     wanted as materialized (
       select t.id as event_id, t.name, t.org_id, e.id as endpoint_id, e.enabled from taken t
       join webhook_endpoints e on e.org_id = t.org_id and (t.product_id is null or e.product_id = t.product_id)
       where (e.enabled or e.deleted_at is null) and e.heard @> t.id and e.events && array[t.name, ?]
     ),
     stored as (
       insert into webhook_events (id, org_id, product_id, name, data, license, created_at)
       select id, org_id, product_id, name, data, license, created_at from taken
       where id in (select event_id from wanted)
     ),
     made as (
       insert into webhook_deliveries
         (id, org_id, endpoint_id, event_id, event, max_attempts, status, next_retry_at, last_error, created_at)
       select uuid_v7_at(moment.at), org_id, endpoint_id, event_id, name, ?,
         case when enabled then 'pending' else 'cancelled' end, case when enabled then moment.at end,
         case when not enabled then '${DISABLED}' end, moment.at
       from wanted, (select to_timestamp(?::float8 / 1000)::timestamptz(3) as at) moment
       order by event_id
       on conflict (event_id, endpoint_id) where kind = 'automatic' do nothing
       returning 1
     )
     select (select count(*)::int from taken) as events, (select count(*)::int from made) as deliveries`,
    [limit, ALL_EVENTS, maxAttempts(webhooks.retryDelays), now]
  )
  return drained!
}
