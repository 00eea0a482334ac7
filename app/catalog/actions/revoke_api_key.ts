import type { Scope } from '#kernel/audit/scope'
import { forgetApiKeys } from '#accounts/credentials/api_keys'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import { recordEvents } from '#kernel/outbox/outbox'
import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { lockApiKey } from './lock_api_key.js'

/**
 * Revokes a key permanently; this takes effect everywhere within a second. The old pairs of its rotations end too.
 * Revoking it again changes nothing. Records the event api_key.revoked.
 * @throws Refusal NOT_FOUND (contract#api-keys).
 */
export default class RevokeApiKey {
  async execute(scope: Scope, id: string, origin: Origin, now = Date.now()): Promise<string> {
    return transaction(async (trx) => {
      const { revokedAt, productId } = await lockApiKey(trx, scope, id)
      if (revokedAt) return id
      await rows(trx, `update api_keys set revoked_at = ? where id = ?`, [new Date(now), id])
      await rows(trx, `delete from api_key_pairs where api_key_id = ?`, [id])
      const data = { apiKeyId: id, productId }
      await recordEvents(trx, [{ orgId: scope.orgId, productId, name: 'api_key.revoked', data }], now)
      await recordAudit(trx, origin, { orgId: scope.orgId, action: 'api_key.revoked', subject: id }, now)
      trx.after('commit', forgetApiKeys)
      return id
    })
  }
}
