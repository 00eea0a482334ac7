import { changedRows, type SqlExecutor } from '#kernel/database/sql'

/** How many deliveries one statement cancels. */
const CHUNK = 5000

/** `lastError` of deliveries that were cancelled because their endpoint is disabled (interface#64-delivery-rules). */
export const DISABLED = 'The endpoint is disabled'
const REMOVED = 'The endpoint was removed'

/**
 * Cancels pending deliveries whose endpoint is disabled or removed (interface#64-delivery-rules) and records the
 * reason. Cancels at most one chunk and returns the number, so that the caller can repeat it while there are more.
 * With `endpointId`, it cancels only the deliveries of that endpoint.
 */
export async function cancelClosed(client: SqlExecutor, endpointId: string | null = null): Promise<number> {
  return changedRows(
    client,
    `with recursive walk (endpoint_id) as (
       (select endpoint_id from webhook_deliveries where status = 'pending' order by endpoint_id limit 1)
       union all
       select (select d.endpoint_id from webhook_deliveries d
               where d.status = 'pending' and d.endpoint_id > walk.endpoint_id order by d.endpoint_id limit 1)
       from walk where walk.endpoint_id is not null
     ),
     closed as materialized (
       select c.endpoint_id, e.id is null or e.deleted_at is not null as removed
       from (select ?::uuid as endpoint_id union all
             select endpoint_id from walk where ?::uuid is null) c
       left join webhook_endpoints e on e.id = c.endpoint_id
       where c.endpoint_id is not null and (e.id is null or not e.enabled)
     ),
     held as materialized (
       select d.id, closed.removed from webhook_deliveries d join closed using (endpoint_id)
       where d.status = 'pending' order by d.id limit ${CHUNK} for update of d
     )
     update webhook_deliveries d
     set status = 'cancelled', next_retry_at = null, claimed_until = null,
       last_error = case when held.removed then '${REMOVED}' else '${DISABLED}' end
     from held where d.id = held.id`,
    [endpointId, endpointId]
  )
}

/** A full chunk means that there may be more. */
export function mayBeMore(cancelled: number): boolean {
  return cancelled === CHUNK
}
