import type { Millis } from '#domain/license/license'
import { rows } from './sql.js'
import type { Trx } from './unit_of_work.js'

/** An event on its way to the webhook endpoints that asked for it (interface 6.2, contract 6). */
export type OutgoingEvent = {
  orgId: string
  /** The product whose endpoints hear of it; null for an event of the whole org. */
  productId: string | null
  name: string
  data: Record<string, unknown>
}

/** Writes events in the transaction of the change they tell of, so that neither exists without the other. */
export async function recordEvents(trx: Trx, events: OutgoingEvent[], now: Millis) {
  if (events.length === 0) return
  await rows(
    trx,
    `insert into outbox_events (org_id, product_id, name, data, created_at)
     select org_id, product_id, name, data, to_timestamp(?::float8 / 1000)
     from unnest(?::uuid[], ?::uuid[], ?::text[], ?::jsonb[]) as t (org_id, product_id, name, data)`,
    [
      now,
      events.map((event) => event.orgId),
      events.map((event) => event.productId),
      events.map((event) => event.name),
      events.map((event) => JSON.stringify(event.data)),
    ]
  )
}
