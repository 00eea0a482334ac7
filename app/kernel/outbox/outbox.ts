import type { Millis } from '#kernel/time/millis'
import { carriedInFull } from './full_payload.js'
import { rowSet } from '#kernel/database/row_set'
import { rows } from '#kernel/database/sql'
import type { SqlTransaction } from '#kernel/database/sql'
import type { EventName, NamedEvent } from './events.js'

/** An event on its way to the webhook endpoints that asked for it (interface#62-event-catalog, contract#outbox). */
export type OutgoingEvent<Name extends EventName = EventName> = NamedEvent<Name> & {
  orgId: string
  /** The product whose endpoints hear of it; null for an event of the whole org. */
  productId: string | null
}

/** Endpoints whose deliveries carry the license. An index holds just them, so that others pay next to nothing. */
const WANTS_LICENSE = `w.payload = 'full' and w.enabled and w.deleted_at is null`

/**
 * Writes events in the transaction of the change they tell of, so that neither exists without the other. Where an
 * endpoint asks for full payloads, the event keeps the license as the transaction has left it, so a license that is
 * about to be deleted must still be there.
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
