import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import type { DeliveryStatus } from '#webhooks/rules/attempt_outcome'
import { inScope } from '#kernel/database/in_scope'
import { firstRow, rows } from '#kernel/database/sql'

/** A failed attempt as the record of its delivery keeps it. */
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

/** The data needed to send a delivery once more. */
export type ReplaySource = {
  id: string
  endpointId: string
  eventId: string
  endpointEnabled: boolean
}

const COLUMNS = `d.id, d.endpoint_id as "endpointId", d.event, d.status, d.attempts,
  d.response_status as "responseStatus", d.last_error as "lastError",
  case when d.attempts > 0 then d.next_retry_at end as "nextRetryAt",
  d.created_at as "createdAt", d.delivered_at as "deliveredAt",
  coalesce((
    select jsonb_agg(jsonb_build_object('attempt', a.attempt, 'at', extract(epoch from a.at) * 1000,
      'message', a.message, 'responseStatus', a.response_status, 'durationMs', a.duration_ms) order by a.attempt)
    from webhook_attempts a where a.delivery_id = d.id
  ), '[]') as errors`

/** The deliveries of endpoints (interface#27-webhook-endpoint-and-delivery, interface#47-webhook-management). */
export default class Deliveries {
  /**
   * A page of an endpoint's deliveries, newest first, at most `limit` after the delivery `cursor`, with the
   * cursor of the next page. Null when the cursor is no delivery of this endpoint.
   */
  async page(endpointId: string, limit: number, cursor: string | null) {
    if (cursor && !(await this.#belongs(cursor, endpointId))) return null
    const found = await rows<DeliveryRow>(
      db.connection(),
      `select ${COLUMNS} from webhook_deliveries d
       where d.endpoint_id = ? and (?::uuid is null or d.id < ?::uuid) order by d.id desc limit ?`,
      [endpointId, cursor, cursor, limit + 1]
    )
    const deliveries = found.slice(0, limit)
    return { deliveries, nextCursor: found.length > limit ? deliveries.at(-1)!.id : null }
  }

  byId(id: string): Promise<DeliveryRow | null> {
    return firstRow(db.connection(), `select ${COLUMNS} from webhook_deliveries d where d.id = ?`, [id])
  }

  /** A delivery of the scope's product whose endpoint still exists; without a product, of the whole org. */
  replaySource(scope: Scope, deliveryId: string): Promise<ReplaySource | null> {
    const own = inScope(scope, 'e')
    return firstRow(
      db.connection(),
      `select d.id, e.id as "endpointId", d.event_id as "eventId", e.enabled as "endpointEnabled"
       from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
       where d.id = ? and e.deleted_at is null and ${own.sql}`,
      [deliveryId, ...own.values]
    )
  }

  async #belongs(deliveryId: string, endpointId: string): Promise<boolean> {
    const found = await firstRow(
      db.connection(),
      `select 1 from webhook_deliveries where id = ? and endpoint_id = ?`,
      [deliveryId, endpointId]
    )
    return found !== null
  }
}
