import type { Scope } from '#kernel/audit/scope'
import { ENDPOINT_COLUMNS, type EndpointRow, type Payload } from '#webhooks/queries/endpoints'
import Refusal from '#kernel/refusals/refusal'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import { newId } from '#kernel/secrets/ids'
import { assertRoom } from '#kernel/limits/quotas'
import { sealSecret } from '#kernel/secrets/secrets'
import { firstRow } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { listensFromNow } from '#kernel/outbox/listening'
import { newWebhookSecret } from '#webhooks/engine/signatures'

export type NewEndpoint = { url: string; events: string[]; enabled?: boolean; payload?: Payload }

/**
 * Registers a webhook endpoint of the scope's product. Only this result contains its secret in plaintext.
 *
 * @throws Refusal PRODUCT_NOT_FOUND, LIMIT_REACHED.
 */
export default class CreateEndpoint {
  async execute(
    scope: Scope,
    endpoint: NewEndpoint,
    origin: Origin,
    now = Date.now()
  ): Promise<EndpointRow & { secret: string }> {
    const secret = newWebhookSecret()
    const at = new Date(now)
    const id = newId()
    const { orgId, productId } = scope
    const { url, enabled = true, payload = 'thin' } = endpoint
    const events = [...new Set(endpoint.events)]
    const sealed = sealSecret(secret, `webhook_endpoints.secret:${id}`)
    const row = await transaction(async (trx) => {
      // Endpoints outlive their product, so no foreign key keeps one from being added while its product is deleted.
      const product = 'select 1 from products where id = ? and org_id = ? for key share'
      if (!(await firstRow(trx, product, [productId, orgId]))) throw new Refusal('PRODUCT_NOT_FOUND')
      await assertRoom(trx, 'endpointsPerProduct', productId!)
      const data = { productId, url, events, enabled, payload }
      await recordAudit(trx, origin, { orgId, action: 'webhook.created', subject: id, data }, now)
      return firstRow<EndpointRow>(
        trx,
        `insert into webhook_endpoints
           (id, org_id, product_id, url, events, enabled, payload, secret, created_at, updated_at, heard)
         values (?, ?, ?, ?, ?::text[], ?, ?, ?, ?, ?, case when ?::boolean then ${listensFromNow()} else '{}' end)
         returning ${ENDPOINT_COLUMNS}`,
        [id, orgId, productId, url, events, enabled, payload, sealed, at, at, enabled]
      )
    })
    return { ...row!, secret }
  }
}
