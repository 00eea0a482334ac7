import db from '@adonisjs/lucid/services/db'
import { webhooks } from '#config/webhooks'
import { newId } from '#services/ids'
import { firstRow, rows } from '#services/sql'
import { attemptDelivery } from './attempt.js'
import type { ClaimedDelivery } from './claims.js'
import { writeHealth, writeResults, type AttemptResult } from './results.js'
import type WebhookClient from './webhook_client.js'

/** After this long a delivery whose process died in the attempt is made by a worker. */
const LEASE_MARGIN = 5000

/** Stores an event that only one endpoint is to hear of, outside the outbox; returns its id. */
export async function storeEvent(endpointId: string, name: string, data: object, now: number) {
  const event = await firstRow<{ id: string }>(
    db.connection(),
    `insert into webhook_events (id, org_id, product_id, name, data, created_at)
     select nextval(pg_get_serial_sequence('outbox_events', 'id')), org_id, product_id, ?, ?::jsonb, ?
     from webhook_endpoints where id = ? returning id`,
    [name, JSON.stringify(data), new Date(now), endpointId]
  )
  return event!.id
}

/**
 * Makes a delivery of a stored event to an endpoint and its only attempt, at once (contract 6, test and
 * replay). Each step is committed by itself: no transaction stays open while the receiver is waited for, and
 * a receiver that got the event has its record whatever becomes of the request.
 */
export async function deliverNow(
  client: WebhookClient,
  kind: 'test' | 'replay',
  endpointId: string,
  eventId: string,
  now: number
): Promise<AttemptResult> {
  const id = newId()
  await rows(
    db.connection(),
    `insert into webhook_deliveries
       (id, org_id, endpoint_id, event_id, event, kind, max_attempts, next_retry_at, claimed_until, created_at)
     select ?, e.org_id, e.id, v.id, v.name, ?, 1, ?, ?, ?
     from webhook_endpoints e, webhook_events v where e.id = ? and v.id = ? for key share of v`,
    [
      id,
      kind,
      new Date(now),
      new Date(now + webhooks.timeoutMs + LEASE_MARGIN),
      new Date(now),
      endpointId,
      eventId,
    ]
  )
  const result = await attemptDelivery(client, (await load(id))!)
  await writeResults([result])
  await writeHealth([result])
  return result
}

function load(id: string): Promise<ClaimedDelivery | null> {
  return firstRow(
    db.connection(),
    `select d.id, e.id as "endpointId", v.name as event, v.data::text as data,
       (extract(epoch from v.created_at) * 1000)::float8 as at, d.attempts, d.max_attempts as "maxAttempts",
       e.url, e.secret, e.previous_secret as "previousSecret",
       (extract(epoch from e.previous_secret_until) * 1000)::float8 as "previousSecretUntil"
     from webhook_deliveries d join webhook_events v on v.id = d.event_id
     join webhook_endpoints e on e.id = d.endpoint_id where d.id = ?`,
    [id]
  )
}
