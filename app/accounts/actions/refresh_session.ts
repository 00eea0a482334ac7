import { inject } from '@adonisjs/core'
import Refusal from '#kernel/refusals/refusal'
import { firstRow, rows } from '#kernel/database/sql'
import { hashSecret } from '#kernel/secrets/tokens'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import IssueSession, {
  BOUND_COLUMNS,
  ssoOf,
  type BoundRow,
  type Client,
  type TokenPair,
} from './issue_session.js'
import { lockUserOfToken } from './lock_user.js'

/**
 * POST /v1/auth/refresh: trades a refresh token for a new pair, once. Of any number of simultaneous uses one wins;
 * every other presentation of a used token revokes its whole family, because two parties hold it (contract#tokens).
 * @throws Refusal UNAUTHORIZED
 */
@inject()
export default class RefreshSession {
  constructor(protected issueSession: IssueSession) {}

  async execute(refreshToken: string, client: Client, now = Date.now()): Promise<TokenPair> {
    const tokenHash = hashSecret(refreshToken)
    const tokens = await transaction(async (trx) => {
      if (!(await lockUserOfToken(trx, tokenHash))) return null
      const session = await this.#spend(trx, tokenHash, now)
      if (session) {
        const family = { ...session, sso: ssoOf(session) }
        return this.issueSession.execute(trx, session.userId, { family, client }, now)
      }
      await revokeFamilyOf(trx, tokenHash, now)
      return null
    })
    // Refused only after the commit: the revocation must stand.
    if (!tokens)
      throw new Refusal('UNAUTHORIZED', { message: 'The refresh token is not valid: sign in again' })
    return tokens
  }

  /** Of simultaneous uses the first to lock the user finds it unused. */
  #spend(trx: Trx, tokenHash: string, now: number) {
    return firstRow<{ userId: string; familyId: string; signedInAt: Date } & BoundRow>(
      trx,
      `update refresh_sessions set used_at = ?
       where token_hash = ? and used_at is null and revoked_at is null and expires_at > ?
       returning user_id as "userId", family_id as "familyId", signed_in_at as "signedInAt",
         ${BOUND_COLUMNS}`,
      [new Date(now), tokenHash, new Date(now)]
    )
  }
}

/**
 * Ends every token that descends from the same sign-in as this one. The user is locked, so that none is being made
 * meanwhile.
 */
export async function revokeFamilyOf(trx: Trx, tokenHash: string, now: number) {
  await rows(
    trx,
    `update refresh_sessions set revoked_at = ? where revoked_at is null
       and family_id = (select family_id from refresh_sessions where token_hash = ?)`,
    [new Date(now), tokenHash]
  )
}
