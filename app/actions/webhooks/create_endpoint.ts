import type { Scope } from '#domain/scope'
import { ENDPOINT_COLUMNS, type EndpointRow, type Payload } from '#queries/webhooks/endpoints'
import { recordAudit, type Origin } from '#services/audit'
import { newId } from '#services/ids'
import { assertRoom } from '#services/quotas'
import { sealSecret } from '#services/secrets'
import { firstRow } from '#services/sql'
import { transaction } from '#services/unit_of_work'
import { listensFromNow } from '#services/webhooks/listening'
import { newWebhookSecret } from '#services/webhooks/signatures'

export type NewEndpoint = { url: string; events: string[]; enabled?: boolean; payload?: Payload }

/**
 * Registers a webhook endpoint of the scope's product. Its secret is in clear in this answer only.
 *
 * @throws Refusal LIMIT_REACHED.
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
