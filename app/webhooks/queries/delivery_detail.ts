import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { inScope } from '#kernel/database/in_scope'
import { firstRow, millis } from '#kernel/database/sql'
import { deliveredData } from '#webhooks/engine/claims'
import { DELIVERY_COLUMNS, type DeliveryRow } from './deliveries.js'

/** A delivery with its request data and the responses of the endpoint. */
export type DeliveryDetail = DeliveryRow & {
  productId: string
  /** The data of the event, as JSON text. */
  data: string
  /** When the event happened; milliseconds since the epoch. */
  happenedAt: number
  /** The beginning of the last response that counts; null if there is none. */
  answer: string | null
  /** The beginnings of the responses to failed attempts, ordered by attempt number. */
  answers: { attempt: number; answer: string | null }[]
}

/** Finds a delivery within a scope, even if its endpoint is deleted (contract/01-changes#reads-for-a-console). */
export default class FindDelivery {
  execute(scope: Scope, id: string): Promise<DeliveryDetail | null> {
    const own = inScope(scope, 'e')
    return firstRow(
      db.connection(),
      `select ${DELIVERY_COLUMNS}, e.product_id as "productId", ${deliveredData()} as data,
         ${millis('v.created_at', 'happenedAt')}, d.answer,
         coalesce((select jsonb_agg(jsonb_build_object('attempt', a.attempt, 'answer', a.answer) order by a.attempt)
           from webhook_attempts a where a.delivery_id = d.id), '[]') as answers
       from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
         join webhook_events v on v.id = d.event_id
       where d.id = ? and ${own.sql}`,
      [id, ...own.values]
    )
  }
}
