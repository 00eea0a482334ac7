import { inject } from '@adonisjs/core'
import type { Scope } from '#domain/scope'
import Refusal from '#exceptions/refusal'
import Queues from '#services/queues'
import { changedRows } from '#services/sql'
import { transaction } from '#services/unit_of_work'
import { cancelClosed, mayBeMore } from '#services/webhooks/cancellations'

/**
 * Removes an endpoint. Its deliveries stay on record until the retention clears them; those that wait are
 * cancelled (interface 6.4). Errors: NOT_FOUND.
 */
@inject()
export default class DeleteEndpoint {
  constructor(protected queues: Queues) {}

  async execute(scope: Scope, id: string, now = Date.now()) {
    await transaction(async (trx) => {
      const removed = await changedRows(
        trx,
        `update webhook_endpoints
         set deleted_at = ?, enabled = false, secret = '', previous_secret = null, previous_secret_until = null
         where id = ? and product_id = ? and org_id = ? and deleted_at is null`,
        [new Date(now), id, scope.productId, scope.orgId]
      )
      if (removed === 0) throw new Refusal('NOT_FOUND', { message: 'No such webhook endpoint' })
      if (mayBeMore(await cancelClosed(trx, id))) {
        trx.after('commit', () => this.queues.dispatch('webhooks.deliver', {}))
      }
    })
  }
}
