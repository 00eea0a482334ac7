import { inject } from '@adonisjs/core'
import type { Scope } from '#kernel/audit/scope'
import { noSuch } from '#kernel/refusals/refusals'
import { ENDPOINT_COLUMNS, type EndpointRow, type Payload } from '#webhooks/queries/endpoints'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import Queues from '#kernel/queues/queues'
import { firstRow } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { cancelClosed, mayBeMore } from '#webhooks/engine/cancellations'
import { listensFromNow, listensUntilNow } from '#kernel/outbox/listening'

export type EndpointChanges = { url?: string; events?: string[]; enabled?: boolean; payload?: Payload }

/** The ranges of outbox ids that the endpoint listens to after the update, whether or not `enabled` changes. */
const HEARD = `case when ?::boolean and not enabled then ${listensFromNow('heard')}
  when not ?::boolean and enabled then ${listensUntilNow('heard')} else heard end`

/**
 * Changes an endpoint (interface#47-webhook-management). Disabling it cancels its pending retries
 * (interface#64-delivery-rules): the first thousands in the same transaction, the rest right afterwards in the
 * worker.
 * @throws Refusal NOT_FOUND
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
    const { url, enabled, payload } = changes
    const events = changes.events ? [...new Set(changes.events)] : null
    return transaction(async (trx) => {
      const row = await firstRow<EndpointRow>(
        trx,
        `update webhook_endpoints set url = coalesce(?, url), events = coalesce(?::text[], events),
           payload = coalesce(?, payload), enabled = coalesce(?::boolean, enabled),
           heard = ${HEARD}, updated_at = ?
         where id = ? and product_id = ? and org_id = ? and deleted_at is null returning ${ENDPOINT_COLUMNS}`,
        [
          ...[url ?? null, events, payload ?? null, enabled ?? null, enabled ?? null, enabled ?? null],
          ...[new Date(now), id, scope.productId, scope.orgId],
        ]
      )
      if (!row) throw noSuch('webhook endpoint')
      // Fields that were not sent are undefined, which JSON leaves out.
      const data = { productId: scope.productId, url, events: events ?? undefined, enabled, payload }
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
