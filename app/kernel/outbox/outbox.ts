import type { Millis } from '#kernel/time/millis'
import { carriedInFull } from './full_payload.js'
import { rowSet } from '#kernel/database/row_set'
import { rows } from '#kernel/database/sql'
import type { SqlTransaction } from '#kernel/database/sql'
import type { EventName, NamedEvent } from './events.js'

/** An event on its way to the webhook endpoints that subscribe to it (interface#62-event-catalog, contract#outbox). */
export type OutgoingEvent<Name extends EventName = EventName> = NamedEvent<Name> & {
  orgId: string
  /** The product whose endpoints receive the event; null for an event of the whole org. */
  productId: string | null
}

/**
 * Endpoints whose deliveries carry the license. An index contains only these, so other endpoints cost almost nothing.
 */
const WANTS_LICENSE = `w.payload = 'full' and w.enabled and w.deleted_at is null`

/**
 * Writes events in the transaction of the change that they report, so that both are committed or neither. If an
 * endpoint wants full payloads, the event stores the license as the transaction has left it, so record the event before
 * deleting a license.
 */
export async function recordEvents(trx: SqlTransaction, events: OutgoingEvent[], now: Millis) {
  if (events.length === 0) return
  const { columns, from, values } = rowSet([
    { name: 'data', type: 'jsonb', values: events.map((event) => event.data) },
    { name: 'org_id', type: 'uuid', values: events.map((event) => event.orgId) },
    { name: 'product_id', type: 'uuid', values: events.map((event) => event.productId) },
    { name: 'name', type: 'text', values: events.map((event) => event.name) },
    { name: 'created_at', type: 'timestamptz', values: [now] },
  ])
  await rows(
    trx,
    `with e (data, org_id, product_id, name, created_at) as (select ${columns.join(', ')} from ${from})
     insert into outbox_events (data, org_id, product_id, name, created_at, license)
     select e.*, case when exists (select 1 from webhook_endpoints w where w.product_id = e.product_id and ${WANTS_LICENSE})
       then ${carriedInFull('e.data')} end
     from e`,
    values
  )
}
