import type { Scope } from '#domain/scope'
import { ENDPOINT_COLUMNS, type EndpointRow } from '#queries/webhooks/endpoints'
import { recordAudit, type Origin } from '#services/audit'
import { newId } from '#services/ids'
import { sealSecret } from '#services/secrets'
import { firstRow } from '#services/sql'
import { transaction } from '#services/unit_of_work'
import { newWebhookSecret } from '#services/webhooks/signatures'

export type NewEndpoint = { url: string; events: string[]; enabled?: boolean }

/** Registers a webhook endpoint of the scope's product. Its secret is in clear in this answer only. */
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
    const { url, enabled = true } = endpoint
    const events = [...new Set(endpoint.events)]
    const row = await transaction(async (trx) => {
      const data = { productId, url, events, enabled }
      await recordAudit(trx, origin, { orgId, action: 'webhook.created', subject: id, data }, now)
      return firstRow<EndpointRow>(
        trx,
        `insert into webhook_endpoints
           (id, org_id, product_id, url, events, enabled, secret, created_at, updated_at)
         values (?, ?, ?, ?, ?::text[], ?, ?, ?, ?) returning ${ENDPOINT_COLUMNS}`,
        [id, orgId, productId, url, events, enabled, sealSecret(secret), at, at]
      )
    })
    return { ...row!, secret }
  }
}
