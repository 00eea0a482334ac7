import type { Scope } from '#domain/scope'
import { ENDPOINT_COLUMNS, type EndpointRow } from '#queries/webhooks/endpoints'
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
    now = Date.now()
  ): Promise<EndpointRow & { secret: string }> {
    const secret = newWebhookSecret()
    const at = new Date(now)
    const row = await transaction((trx) =>
      firstRow<EndpointRow>(
        trx,
        `insert into webhook_endpoints
           (id, org_id, product_id, url, events, enabled, secret, created_at, updated_at)
         values (?, ?, ?, ?, ?::text[], ?, ?, ?, ?) returning ${ENDPOINT_COLUMNS}`,
        [
          newId(),
          scope.orgId,
          scope.productId,
          endpoint.url,
          [...new Set(endpoint.events)],
          endpoint.enabled ?? true,
          sealSecret(secret),
          at,
          at,
        ]
      )
    )
    return { ...row!, secret }
  }
}
