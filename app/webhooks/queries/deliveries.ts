import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import type { DeliveryStatus } from '#webhooks/rules/attempt_outcome'
import { firstIdOf } from '#webhooks/rules/id_range'
import { inScope } from '#kernel/database/in_scope'
import { firstRow, rows } from '#kernel/database/sql'

/** A failed attempt in the record of its delivery. */
type AttemptError = {
  attempt: number
  /** Milliseconds since the epoch. */
  at: number
  message: string
  responseStatus: number | null
  durationMs: number
}

export type DeliveryRow = {
  id: string
  endpointId: string
  event: string
  status: DeliveryStatus
  attempts: number
  responseStatus: number | null
  lastError: string | null
  nextRetryAt: Date | null
  createdAt: Date
  deliveredAt: Date | null
  errors: AttemptError[]
}

/** The data needed to send a delivery again. */
export type ReplaySource = {
  id: string
  endpointId: string
  eventId: string
  endpointEnabled: boolean
  endpointRemoved: boolean
}

/** The columns of a `DeliveryRow`, selected from the table alias `d`. */
export const DELIVERY_COLUMNS = `d.id, d.endpoint_id as "endpointId", d.event, d.status, d.attempts,
  d.response_status as "responseStatus", d.last_error as "lastError",
  case when d.attempts > 0 then d.next_retry_at end as "nextRetryAt",
  d.created_at as "createdAt", d.delivered_at as "deliveredAt",
  coalesce((
    select jsonb_agg(jsonb_build_object('attempt', a.attempt, 'at', extract(epoch from a.at) * 1000,
      'message', a.message, 'responseStatus', a.response_status, 'durationMs', a.duration_ms) order by a.attempt)
    from webhook_attempts a where a.delivery_id = d.id
  ), '[]') as errors`

/** Filters a list of deliveries; `since` and `until` are inclusive, in milliseconds since the epoch. */
export type DeliveryFilter = { status?: DeliveryStatus; event?: string; since?: number; until?: number }

/** One endpoint or all endpoints of an org, including deleted ones, because their deliveries stay on record. */
export type Sender = { endpointId: string } | { orgId: string }

/** The deliveries of endpoints (interface#27-webhook-endpoint-and-delivery, interface#47-webhook-management). */
export default class Deliveries {
  /**
   * A page of at most `limit` deliveries, newest first, that follow the delivery `cursor`, with the cursor of the
   * next page. Null if `cursor` is not a delivery of this sender. For an org, the deliveries of its endpoints are
   * merged; each endpoint is read by index.
   */
  async page(sender: Sender, filter: DeliveryFilter, limit: number, cursor: string | null) {
    if (cursor && !(await this.#belongs(cursor, sender))) return null
    const { sql, values } = matching(filter, cursor)
    const newest = (endpoint: string) =>
      `(select * from webhook_deliveries d where d.endpoint_id = ${endpoint} and ${sql} order by d.id desc limit ?) d`
    const [from, given] =
      'orgId' in sender
        ? [`webhook_endpoints e cross join lateral ${newest('e.id')} where e.org_id = ?`, sender.orgId]
        : [newest('?'), sender.endpointId]
    const bindings = 'orgId' in sender ? [...values, limit + 1, given] : [given, ...values, limit + 1]
    const found = await rows<DeliveryRow>(
      db.connection(),
      `select ${DELIVERY_COLUMNS} from ${from} order by d.id desc limit ?`,
      [...bindings, limit + 1]
    )
    const deliveries = found.slice(0, limit)
    return { deliveries, nextCursor: found.length > limit ? deliveries.at(-1)!.id : null }
  }

  byId(id: string): Promise<DeliveryRow | null> {
    return firstRow(db.connection(), `select ${DELIVERY_COLUMNS} from webhook_deliveries d where d.id = ?`, [
      id,
    ])
  }

  /**
   * A delivery made at `oldest` (milliseconds since the epoch) or later, of the scope's product or, without a product, of
   * the whole org.
   */
  replaySource(scope: Scope, deliveryId: string, oldest: number): Promise<ReplaySource | null> {
    const own = inScope(scope, 'e')
    return firstRow(
      db.connection(),
      `select d.id, e.id as "endpointId", d.event_id as "eventId", e.enabled as "endpointEnabled",
         e.deleted_at is not null as "endpointRemoved"
       from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
       where d.id = ? and d.id >= ?::uuid and ${own.sql}`,
      [deliveryId, firstIdOf(oldest), ...own.values]
    )
  }

  async #belongs(deliveryId: string, sender: Sender): Promise<boolean> {
    const [owner, id] = 'orgId' in sender ? ['org_id', sender.orgId] : ['endpoint_id', sender.endpointId]
    const sql = `select 1 from webhook_deliveries where id = ? and ${owner} = ?`
    return (await firstRow(db.connection(), sql, [deliveryId, id])) !== null
  }
}

function matching({ status, event, since, until }: DeliveryFilter, cursor: string | null) {
  const conditions = [
    { sql: 'd.id < ?::uuid', value: cursor },
    { sql: 'd.status = ?', value: status },
    { sql: 'd.event = ?', value: event },
    { sql: 'd.id >= ?::uuid', value: since === undefined ? undefined : firstIdOf(since) },
    { sql: 'd.id < ?::uuid', value: until === undefined ? undefined : firstIdOf(until + 1) },
  ].filter(({ value }) => value !== undefined && value !== null)
  return {
    sql: ['true', ...conditions.map(({ sql }) => sql)].join(' and '),
    values: conditions.map(({ value }) => value),
  }
}
