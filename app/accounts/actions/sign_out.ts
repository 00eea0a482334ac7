import Refusal from '#kernel/refusals/refusal'
import { firstRow } from '#kernel/database/sql'
import { hashSecret } from '#kernel/secrets/tokens'
import { transaction } from '#kernel/database/unit_of_work'
import { lockUserOfToken } from './lock_user.js'
import { revokeFamilyOf } from './refresh_session.js'

/**
 * POST /v1/auth/logout: ends the sign-in that this refresh token belongs to. The revoked row denies the token for the
 * rest of its life (interface#53-jwt-tokens). Signing out twice is fine.
 * @throws Refusal UNAUTHORIZED for a token that is unknown, or that was traded for another one already (its family
 *   ends all the same).
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
