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
 * POST /v1/auth/refresh: exchanges a refresh token for a new pair, once. If one token is used several times at once,
 * one use succeeds. Every other use of a used token revokes its whole family, because two parties hold it
 * (contract#tokens). A sign-in through SSO ends like this for a user who has left its org, because it opens nothing else.
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
    // The refusal comes after the commit, because it must not roll the revocation back.
    if (!tokens)
      throw new Refusal('UNAUTHORIZED', { message: 'The refresh token is not valid: sign in again' })
    return tokens
  }

  /**
   * Marks the token as used; null if it cannot be renewed. Of simultaneous uses, only the first that locks the user
   * finds it unused.
   */
  #spend(trx: Trx, tokenHash: string, now: number) {
    return firstRow<{ userId: string; familyId: string; signedInAt: Date } & BoundRow>(
      trx,
      `update refresh_sessions set used_at = ?
       where token_hash = ? and used_at is null and revoked_at is null and expires_at > ?
         and (sso_org_id is null or exists (select from org_members m
           where m.org_id = sso_org_id and m.user_id = refresh_sessions.user_id))
       returning user_id as "userId", family_id as "familyId", signed_in_at as "signedInAt",
         ${BOUND_COLUMNS}`,
      [new Date(now), tokenHash, new Date(now)]
    )
  }
}

/**
 * Revokes every token of the same sign-in as this token. The caller has locked the user, so no new token is created at
 * the same time.
 */
export async function revokeFamilyOf(trx: Trx, tokenHash: string, now: number) {
  await rows(
    trx,
    `update refresh_sessions set revoked_at = ? where revoked_at is null
       and family_id = (select family_id from refresh_sessions where token_hash = ?)`,
    [new Date(now), tokenHash]
  )
}
