import type { Millis } from '#kernel/time/millis'
import { rows, type SqlTransaction } from '#kernel/database/sql'

/** SQL for the current outbox position: events that are recorded later get higher ids. */
const NOW = `nextval(pg_get_serial_sequence('outbox_events', 'id'))`

/**
 * SQL for the `heard` ranges of an endpoint that starts to listen now; `was` is the SQL of its ranges before
 * (contract/01-changes#meaning: an endpoint gets the events that happened while it existed and was enabled).
 */
export function listensFromNow(was = `'{}'::int8multirange`): string {
  return `${was} + int8multirange(int8range(${NOW}, null))`
}

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
