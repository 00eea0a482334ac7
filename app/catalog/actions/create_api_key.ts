import type { Permission } from '#catalog/rules/permissions'
import Refusal from '#kernel/refusals/refusal'
import { newApiKey } from '#accounts/credentials/api_key_strings'
import { recordAudit, SYSTEM, type Origin } from '#kernel/audit/audit'
import { newId } from '#kernel/secrets/ids'
import { assertRoom } from '#kernel/limits/quotas'
import { sealSecret } from '#kernel/secrets/secrets'
import { rows } from '#kernel/database/sql'
import { hashSecret, newSecret } from '#kernel/secrets/tokens'
import { recordEvents } from '#kernel/outbox/outbox'
import { transaction } from '#kernel/database/unit_of_work'

export type NewApiKey = {
  orgId: string
  productId: string
  name: string
  permissions: Permission[]
  expiresAt?: Date | null
  /** The origin for the audit trail; the system if omitted. */
  origin?: Origin
}

/** A key with its two secrets. Only this answer contains them in plain text. */
export type IssuedApiKey = {
  id: string
  productId: string
  name: string
  permissions: Permission[]
  last4: string
  expiresAt: Date | null
  createdAt: Date
  key: string
  signingSecret: string
}

/**
 * Issues an API key for one product (contract#api-keys). Records the event api_key.created.
 *
 * @throws Refusal BAD_REQUEST if the expiry is in the past; LIMIT_REACHED.
 */
export default class CreateApiKey {
  async execute(input: NewApiKey, now = Date.now()): Promise<IssuedApiKey> {
    if (input.expiresAt && input.expiresAt.getTime() <= now) {
      throw new Refusal('BAD_REQUEST', { message: 'expiresAt is in the past' })
    }
    const key = newApiKey()
    const signingSecret = newSecret()
    const { orgId, productId, name, permissions } = input
    const issued: IssuedApiKey = {
      id: newId(),
      productId,
      name,
      permissions,
      last4: key.slice(-4),
      expiresAt: input.expiresAt ?? null,
      createdAt: new Date(now),
      key,
      signingSecret,
    }
    await transaction(async (trx) => {
      await assertRoom(trx, 'apiKeysPerProduct', productId)
      await rows(
        trx,
        `insert into api_keys
           (id, product_id, name, key_hash, last4, permissions, signing_secret, expires_at, created_at)
         values (?, ?, ?, ?, ?, ?::text[], ?, ?, ?)`,
        [
          issued.id,
          productId,
          name,
          hashSecret(key),
          issued.last4,
          permissions,
          sealSecret(signingSecret, `api_keys.signing_secret:${issued.id}`),
          issued.expiresAt,
          issued.createdAt,
        ]
      )
      const data = { apiKeyId: issued.id, productId, name, last4: issued.last4 }
      await recordEvents(trx, [{ orgId, productId, name: 'api_key.created', data }], now)
      const entry = { orgId, action: 'api_key.created', subject: issued.id, data: { ...data, permissions } }
      await recordAudit(trx, input.origin ?? SYSTEM, entry, now)
    })
    return issued
  }
}
