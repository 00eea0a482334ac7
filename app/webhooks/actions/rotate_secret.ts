import { webhooks } from '#config/webhooks'
import type { Scope } from '#kernel/audit/scope'
import { noSuch } from '#kernel/refusals/refusals'
import { ENDPOINT_COLUMNS, type EndpointRow } from '#webhooks/queries/endpoints'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import { sealSecret } from '#kernel/secrets/secrets'
import { databaseMoment } from '#kernel/database/database_moment'
import { firstRow } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import { newWebhookSecret } from '#webhooks/engine/signatures'

/**
 * Gives an endpoint a new secret, which only this result contains in plaintext. The previous secret also signs for 24
 * hours (contract#endpoints). A second rotation within that time drops the oldest secret. An empty secret, which the
 * loss of APP_KEY leaves behind, is not kept as the previous one. The 24 hours go by the clock of the database, as the
 * deliveries do, unless the caller states `moment`.
 * @throws Refusal NOT_FOUND
 */
export default class RotateSecret {
  async execute(
    scope: Scope,
    id: string,
    origin: Origin,
    moment?: Millis
  ): Promise<EndpointRow & { secret: string }> {
    const secret = newWebhookSecret()
    const row = await transaction(async (trx) => {
      const now = moment ?? (await databaseMoment(trx))
      const rotated = await firstRow<EndpointRow>(
        trx,
        `update webhook_endpoints
         set previous_secret = nullif(secret, ''), previous_secret_until = ?, secret = ?, updated_at = ?
         where id = ? and product_id = ? and org_id = ? and deleted_at is null returning ${ENDPOINT_COLUMNS}`,
        [
          new Date(now + webhooks.rotationOverlapMs),
          sealSecret(secret, `webhook_endpoints.secret:${id}`),
          new Date(now),
          id,
          scope.productId,
          scope.orgId,
        ]
      )
      if (!rotated) throw noSuch('webhook endpoint')
      const { orgId, productId } = scope
      const entry = { orgId, action: 'webhook.secret_rotated', subject: id, data: { productId } }
      await recordAudit(trx, origin, entry, now)
      return rotated
    })
    return { ...row, secret }
  }
}
