import Refusal from '#kernel/refusals/refusal'
import { firstRow } from '#kernel/database/sql'
import { hashSecret } from '#kernel/secrets/tokens'
import { transaction } from '#kernel/database/unit_of_work'
import { lockUserOfToken } from './lock_user.js'
import { revokeFamilyOf } from './refresh_session.js'

/**
 * POST /v1/auth/logout: ends the sign-in that this refresh token belongs to. The revoked row denies the token until it
 * expires (interface#53-jwt-tokens). Signing out twice is allowed.
 * @throws Refusal UNAUTHORIZED if the token is unknown, or was already exchanged for another one (its family still
 *   ends).
 */
export default class SignOut {
  async execute(refreshToken: string, now = Date.now()) {
    const tokenHash = hashSecret(refreshToken)
    const session = await transaction(async (trx) => {
      if (!(await lockUserOfToken(trx, tokenHash))) return null
      await revokeFamilyOf(trx, tokenHash, now)
      return firstRow<{ used: boolean }>(
        trx,
        `select used_at is not null as used from refresh_sessions where token_hash = ?`,
        [tokenHash]
      )
    })
    if (!session || session.used) {
      throw new Refusal('UNAUTHORIZED', { message: 'The refresh token is not valid' })
    }
  }
}
