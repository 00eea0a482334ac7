import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { firstRow } from '#kernel/database/sql'

export type WebhookHealth = { endpoints: number; enabled: number; failing: number; pending: number }

/** The webhook health of an org, for its overview: `failing` counts endpoints, `pending` counts deliveries. */
export default class FindWebhookHealth {
  async execute({ orgId }: Scope): Promise<WebhookHealth> {
    const health = await firstRow<WebhookHealth>(
      db.connection(),
      `select count(*)::int as endpoints, count(*) filter (where enabled)::int as enabled,
         count(*) filter (where enabled and consecutive_failures > 0)::int as failing,
         (select count(*)::int from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
          where e.org_id = ? and d.status = 'pending') as pending
       from webhook_endpoints where org_id = ? and deleted_at is null`,
      [orgId, orgId]
    )
    return health!
  }
}
