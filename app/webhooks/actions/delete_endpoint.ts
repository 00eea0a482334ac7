import { inject } from '@adonisjs/core'
import type { Scope } from '#kernel/audit/scope'
import { noSuch } from '#kernel/refusals/refusals'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import Queues from '#kernel/queues/queues'
import { firstRow } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { cancelClosed, mayBeMore } from '#webhooks/engine/cancellations'
import { CLOSED } from './close_endpoints.js'

/**
 * Removes an endpoint. Its deliveries stay on record until the retention job deletes them; pending ones are cancelled
 * (interface#64-delivery-rules).
 * @throws Refusal NOT_FOUND
 */
@inject()
export default class DeleteEndpoint {
  constructor(protected queues: Queues) {}

  async execute(scope: Scope, id: string, origin: Origin, now = Date.now()) {
    await transaction(async (trx) => {
      const removed = await firstRow<{ url: string }>(
        trx,
        `update webhook_endpoints
         ${CLOSED}, deleted_at = ?
         where id = ? and product_id = ? and org_id = ? and deleted_at is null returning url`,
        [new Date(now), id, scope.productId, scope.orgId]
      )
      if (!removed) throw noSuch('webhook endpoint')
      const { orgId, productId } = scope
      const data = { productId, url: removed.url }
      await recordAudit(trx, origin, { orgId, action: 'webhook.deleted', subject: id, data }, now)
      if (mayBeMore(await cancelClosed(trx, id))) {
        trx.after('commit', () => this.queues.dispatch('webhooks.deliver', {}))
      }
    })
  }
}
