import type { Millis } from '#kernel/time/millis'
import { rows, type SqlTransaction } from '#kernel/database/sql'

/** SQL for the current outbox position: events that are recorded later get higher ids. */
const NOW = `nextval(pg_get_serial_sequence('outbox_events', 'id'))`

/** The most ranges that an endpoint keeps for longer than the outbox needs them. */
const MOST_RANGES = 100

/**
 * SQL for the `heard` ranges of an endpoint that starts to listen now; `was` is the SQL of its ranges before
 * (contract/01-changes#meaning: an endpoint gets the events that happened while it existed and was enabled).
 */
export function listensFromNow(was?: string): string {
  return `${was ? needed(was) : `'{}'::int8multirange`} + int8multirange(int8range(${NOW}, null))`
}

/**
 * SQL for the newest ranges, and for older ones that an event in the outbox may still lie in. Every event of an org is
 * compared with them when the outbox is drained, so somebody who switches an endpoint on and off in a loop would
 * otherwise slow down the deliveries of everybody.
 */
const needed = (was: string) =>
  `(select coalesce(range_agg(one), '{}') from (
     select one, row_number() over (order by upper(one) desc nulls first) as place from unnest(${was}) as one) ranges
   where place <= ${MOST_RANGES} or upper(one) > (select min(id) from outbox_events))`

/** SQL for the `heard` ranges of an endpoint that stops listening now. */
export function listensUntilNow(was: string): string {
  return `${was} * int8multirange(int8range(null, ${NOW}))`
}

/**
 * Removes the endpoints of a product that is about to be deleted. Those that were enabled stay so, and still receive
 * what happened until now (contract#6-events-and-webhooks); `CloseEndpoints` closes them when that is done.
 */
export async function removeEndpointsOf(trx: SqlTransaction, productId: string, now: Millis) {
  await rows(
    trx,
    `with held as materialized (
       select id from webhook_endpoints where product_id = ? and deleted_at is null order by id for no key update
     )
     update webhook_endpoints e set deleted_at = ?, heard = ${listensUntilNow('e.heard')}
     from held where e.id = held.id`,
    [productId, new Date(now)]
  )
}
