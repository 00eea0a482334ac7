import { inject } from '@adonisjs/core'
import type { Scope } from '#domain/scope'
import Refusal from '#exceptions/refusal'
import { ENDPOINT_COLUMNS, type EndpointRow } from '#queries/webhooks/endpoints'
import { recordAudit, type Origin } from '#services/audit'
import Queues from '#services/queues'
import { firstRow } from '#services/sql'
import { transaction } from '#services/unit_of_work'
import { cancelClosed, mayBeMore } from '#services/webhooks/cancellations'

export type EndpointChanges = { url?: string; events?: string[]; enabled?: boolean }

/**
 * Changes an endpoint (interface 4.7). One that is disabled loses the retries that wait (interface 6.4): the
 * first thousands with this change, the rest right after it in the worker. Errors: NOT_FOUND.
 */
@inject()
export default class UpdateEndpoint {
  constructor(protected queues: Queues) {}

  async execute(
    scope: Scope,
    id: string,
    changes: EndpointChanges,
    origin: Origin,
    now = Date.now()
  ): Promise<EndpointRow> {
    const { url, enabled } = changes
    const events = changes.events ? [...new Set(changes.events)] : null
    return transaction(async (trx) => {
      const row = await firstRow<EndpointRow>(
        trx,
        `update webhook_endpoints set url = coalesce(?, url), events = coalesce(?::text[], events),
           enabled = coalesce(?::boolean, enabled), updated_at = ?
         where id = ? and product_id = ? and org_id = ? and deleted_at is null returning ${ENDPOINT_COLUMNS}`,
        [url ?? null, events, enabled ?? null, new Date(now), id, scope.productId, scope.orgId]
      )
      if (!row) throw new Refusal('NOT_FOUND', { message: 'No such webhook endpoint' })
      // Fields that were not sent are undefined, which JSON leaves out.
      const data = { productId: scope.productId, url, events: events ?? undefined, enabled }
      await recordAudit(
        trx,
        origin,
        { orgId: scope.orgId, action: 'webhook.updated', subject: id, data },
        now
      )
      if (!row.enabled && mayBeMore(await cancelClosed(trx, id))) {
        trx.after('commit', () => this.queues.dispatch('webhooks.deliver', {}))
      }
      return row
    })
  }
}
