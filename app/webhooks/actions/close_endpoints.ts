import db from '@adonisjs/lucid/services/db'
import { changedRows } from '#kernel/database/sql'

/**
 * How long the endpoints of a deleted product stay open in any case: a transaction that recorded an event before the
 * deletion may commit after it. Milliseconds.
 */
const GRACE = 3_600_000

/** SQL that ends all deliveries of an endpoint for good and forgets its secrets. */
export const CLOSED = `set enabled = false, secret = '', previous_secret = null, previous_secret_until = null`

/**
 * Closes endpoints of deleted products that have received everything that happened before the deletion
 * (contract#6-events-and-webhooks), and forgets their secrets. Returns the number of endpoints.
 */
export default class CloseEndpoints {
  execute(now = Date.now()): Promise<number> {
    return changedRows(
      db.connection(),
      `update webhook_endpoints e
       ${CLOSED}
       where e.enabled and e.deleted_at < ?
         and not exists (select 1 from outbox_events o where o.org_id = e.org_id and e.heard @> o.id)
         and not exists (select 1 from webhook_deliveries d where d.endpoint_id = e.id and d.status = 'pending')`,
      [new Date(now - GRACE)]
    )
  }
}
