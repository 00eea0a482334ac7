import type { Millis } from '#domain/license/license'
import { rowSet } from './row_set.js'
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
  const { columns, from, values } = rowSet([
    { name: 'data', type: 'jsonb', values: events.map((event) => event.data) },
    { name: 'org_id', type: 'uuid', values: events.map((event) => event.orgId) },
    { name: 'product_id', type: 'uuid', values: events.map((event) => event.productId) },
    { name: 'name', type: 'text', values: events.map((event) => event.name) },
    { name: 'created_at', type: 'timestamptz', values: [now] },
  ])
  await rows(
    trx,
    `insert into outbox_events (data, org_id, product_id, name, created_at)
     select ${columns.join(', ')} from ${from}`,
    values
  )
}
