import type { Permission } from '#domain/api_key/scopes'
import type { Scope } from '#domain/scope'
import Refusal from '#exceptions/refusal'
import { API_KEY_COLUMNS, type ApiKeyRow } from '#queries/list_api_keys'
import { forgetApiKeys, newApiKey, sealSecret } from '#services/api_keys'
import { recordAudit, type Origin } from '#services/audit'
import { recordEvents } from '#services/outbox'
import { rows } from '#services/sql'
import { hashSecret, newSecret } from '#services/tokens'
import { transaction } from '#services/unit_of_work'
import type { IssuedApiKey } from './create_api_key.js'
import { lockApiKey } from './lock_api_key.js'

/**
 * Gives a key a new string and a new signing secret; id and expiry stay. The old pair works through the grace
 * period, in seconds (contract 2). Event api_key.rotated. Errors: NOT_FOUND; CONFLICT for a dead key.
 */
export default class RotateApiKey {
  async execute(
    scope: Scope,
    id: string,
    graceSeconds: number,
    origin: Origin,
    now = Date.now()
  ): Promise<IssuedApiKey> {
    const key = newApiKey()
    const signingSecret = newSecret()
    const row = await transaction(async (trx) => {
      const locked = await lockApiKey(trx, scope, id)
      if (locked.revokedAt || (locked.expiresAt && locked.expiresAt.getTime() <= now)) {
        throw new Refusal('CONFLICT', { message: 'The key is revoked or expired: issue a new one' })
      }
      const [rotated] = await rows<ApiKeyRow>(
        trx,
        `update api_keys set
           previous_key_hash = case when ? > 0 then key_hash end,
           previous_signing_secret = case when ? > 0 then signing_secret end,
           previous_until = case when ? > 0 then ?::timestamptz end,
           key_hash = ?, last4 = ?, signing_secret = ?
         where id = ? returning ${API_KEY_COLUMNS}`,
        [
          graceSeconds,
          graceSeconds,
          graceSeconds,
          new Date(now + graceSeconds * 1000),
          hashSecret(key),
          key.slice(-4),
          sealSecret(signingSecret),
          id,
        ]
      )
      const { productId, last4 } = rotated
      const data = { apiKeyId: id, productId, last4 }
      await recordEvents(trx, [{ orgId: scope.orgId, productId, name: 'api_key.rotated', data }], now)
      const entry = { orgId: scope.orgId, action: 'api_key.rotated', subject: id, data: { graceSeconds } }
      await recordAudit(trx, origin, entry, now)
      trx.after('commit', forgetApiKeys)
      return rotated
    })
    const { productId, name, permissions, last4, expiresAt, createdAt } = row
    return {
      id,
      productId,
      name,
      permissions: permissions as Permission[],
      last4,
      expiresAt,
      createdAt,
      key,
      signingSecret,
    }
  }
}
