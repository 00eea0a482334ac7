import type { Permission } from '#catalog/rules/permissions'
import type { Millis } from '#kernel/time/millis'
import type { Scope } from '#kernel/audit/scope'
import Refusal from '#kernel/refusals/refusal'
import { API_KEY_COLUMNS, type ApiKeyRow } from '#catalog/queries/list_api_keys'
import { newApiKey } from '#accounts/credentials/api_key_strings'
import { sealSecret } from '#kernel/secrets/secrets'
import { forgetApiKeys } from '#accounts/credentials/api_keys'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import { recordEvents } from '#kernel/outbox/outbox'
import { databaseMoment } from '#kernel/database/database_moment'
import { firstRow, rows } from '#kernel/database/sql'
import { hashSecret, newSecret } from '#kernel/secrets/tokens'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import type { IssuedApiKey } from './create_api_key.js'
import { lockApiKey } from './lock_api_key.js'

/** The most pairs of one key that may work at the same time, including the newest (contract/01-changes#keys). */
const MAX_PAIRS = 5

/**
 * Gives a key a new string and a new signing secret; id and expiry stay. The old pair works for the grace period, in
 * seconds (contract#api-keys), and older pairs work for theirs. Records the event api_key.rotated. The grace period ends by
 * the clock of the database, so it begins by that clock too, unless the caller states `moment`.
 *
 * @throws Refusal NOT_FOUND; CONFLICT if the key is revoked or expired, or if too many pairs would work.
 */
export default class RotateApiKey {
  async execute(
    scope: Scope,
    id: string,
    graceSeconds: number,
    origin: Origin,
    moment?: Millis
  ): Promise<IssuedApiKey> {
    const key = newApiKey()
    const signingSecret = newSecret()
    const row = await transaction(async (trx) => {
      const locked = await lockApiKey(trx, scope, id)
      const now = moment ?? (await databaseMoment(trx))
      if (locked.revokedAt || (locked.expiresAt && locked.expiresAt.getTime() <= now)) {
        throw new Refusal('CONFLICT', { message: 'The key is revoked or expired: issue a new one' })
      }
      await keepPair(trx, id, graceSeconds, now)
      const [rotated] = await rows<ApiKeyRow>(
        trx,
        `update api_keys set key_hash = ?, last4 = ?, signing_secret = ? where id = ? returning ${API_KEY_COLUMNS}`,
        [hashSecret(key), key.slice(-4), sealSecret(signingSecret, `api_keys.signing_secret:${id}`), id]
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

/** Keeps the replaced pair for its grace period. The caller holds the lock of the key. */
async function keepPair(trx: Trx, id: string, graceSeconds: number, now: Millis) {
  await rows(trx, `delete from api_key_pairs where api_key_id = ? and good_until <= ?`, [id, new Date(now)])
  const old = await firstRow<{ count: number }>(
    trx,
    `select count(*)::int as count from api_key_pairs where api_key_id = ?`,
    [id]
  )
  if (old!.count + (graceSeconds > 0 ? 2 : 1) > MAX_PAIRS) {
    throw new Refusal('CONFLICT', {
      message: `The key has ${MAX_PAIRS} valid pairs, which is the limit: wait until a grace period ends`,
    })
  }
  if (graceSeconds === 0) return
  await rows(
    trx,
    `insert into api_key_pairs (api_key_id, key_hash, signing_secret, good_until)
     select id, key_hash, signing_secret, ? from api_keys where id = ?`,
    [new Date(now + graceSeconds * 1000), id]
  )
}
