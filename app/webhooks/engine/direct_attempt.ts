import db from '@adonisjs/lucid/services/db'
import { firstRow, millis } from '#kernel/database/sql'
import { attemptDelivery } from './attempt.js'
import DatabaseClock from './database_clock.js'
import { deliveredData, leaseMs, type ClaimedDelivery } from './claims.js'
import { writeHealth, writeResults, type AttemptResult } from './results.js'
import type WebhookClient from './webhook_client.js'

/** The event to send: the stored event of another delivery, or a new one for this endpoint alone. */
export type DirectEvent =
  { kind: 'replay'; eventId: string } | { kind: 'test'; name: string; data: Record<string, unknown> }

/**
 * Creates a delivery to an endpoint and makes its only attempt immediately (contract#delivery-record). Each step
 * commits on its own: no transaction stays open during the HTTP request, and a receiver that got the event always has
 * a record of it, even if the API request fails. Returns null and sends nothing if the endpoint was closed or the
 * event was deleted in the meantime. As for every other delivery, the clock of the database dates it and its signature.
 */
export async function deliverNow(
  client: WebhookClient,
  endpointId: string,
  event: DirectEvent
): Promise<AttemptResult | null> {
  const clock = new DatabaseClock()
  await clock.synchronize()
  const delivery = await claimed(endpointId, event, new Date(clock.now()))
  if (!delivery) return null
  const result = await attemptDelivery(client, delivery, () => clock.now())
  await writeResults([result])
  await writeHealth([result])
  return result
}

/**
 * Stores the delivery with a lease that covers the attempt. If this process dies, a worker makes the attempt. Its id is
 * of the time `at`, because a period of deliveries is a range of ids; an id of this process could be ahead, after its
 * clock was set back.
 */
function claimed(endpointId: string, event: DirectEvent, at: Date): Promise<ClaimedDelivery | null> {
  const source = sourceOf(event, at)
  return firstRow(
    db.connection(),
    `with open as (
       select * from webhook_endpoints where id = ? and enabled and deleted_at is null
     ),
     source as (${source.sql}),
     made as (
       insert into webhook_deliveries
         (id, org_id, endpoint_id, event_id, event, kind, max_attempts, next_retry_at, claimed_until, created_at)
       select uuid_v7_at(moment.at), e.org_id, e.id, v.id, v.name, ?, 1, moment.at, clock_timestamp() + make_interval(secs => ?), moment.at
       from open e, source v, (select ?::timestamptz as at) moment
       returning id, org_id, endpoint_id, attempts, max_attempts
     )
     select m.id, m.org_id as "orgId", m.endpoint_id as "endpointId", v.name as event, ${deliveredData()} as data,
       ${millis('v.created_at', 'at')}, m.attempts, m.max_attempts as "maxAttempts", e.url, e.secret,
       e.previous_secret as "previousSecret", ${millis('e.previous_secret_until', 'previousSecretUntil')}
     from made m, open e, source v`,
    [endpointId, ...source.values, event.kind, leaseMs() / 1000, at]
  )
}

function sourceOf(event: DirectEvent, at: Date): { sql: string; values: unknown[] } {
  if (event.kind === 'replay') {
    // The share lock waits for a retention job that is deleting the event, and then finds no event. It does not hold off a
    // job that comes later: a replay therefore sends nothing that is about to be deleted (`oldestReplayable`).
    const sql = 'select id, name, data, license, created_at from webhook_events where id = ? for key share'
    return { sql, values: [event.eventId] }
  }
  const sql = `insert into webhook_events (id, org_id, product_id, name, data, created_at)
    select nextval(pg_get_serial_sequence('outbox_events', 'id')), org_id, product_id, ?, ?::jsonb, ? from open
    returning id, name, data, license, created_at`
  return { sql, values: [event.name, JSON.stringify(event.data), at] }
}
