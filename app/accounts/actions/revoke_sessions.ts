import { noSuch } from '#kernel/refusals/refusals'
import { changedRows, rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { lockUser } from './lock_user.js'

/**
 * Ends refresh sessions of a user. Access tokens that are already issued stay valid until they expire
 * (interface#53-jwt-tokens). With `ssoOrgId`, only sessions that began through the SSO of this org: a sign-in through
 * SSO changes nothing elsewhere (contract/13-sso).
 */
export default class RevokeSessions {
  /**
   * Ends the sign-in that a session belongs to.
   * @throws Refusal NOT_FOUND if there is no such session, or if the caller may not see it.
   */
  async one(userId: string, sessionId: string, ssoOrgId: string | null = null, now = Date.now()) {
    const ended = await transaction(async (trx) => {
      await lockUser(trx, userId)
      return changedRows(
        trx,
        `update refresh_sessions set revoked_at = coalesce(revoked_at, ?)
         where user_id = ? and family_id =
           (select family_id from refresh_sessions where id = ? and user_id = ?
            and (?::uuid is null or sso_org_id = ?::uuid))`,
        [new Date(now), userId, sessionId, userId, ssoOrgId, ssoOrgId]
      )
    })
    if (ended === 0) throw noSuch('session')
  }

  async all(userId: string, ssoOrgId: string | null = null, now = Date.now()): Promise<number> {
    return transaction(async (trx) => {
      await lockUser(trx, userId)
      return revokeSessionsOf(trx, userId, now, ssoOrgId)
    })
  }
}

/** Ends sessions of a user, whom the caller has locked. Returns how many of them could still be renewed. */
export async function revokeSessionsOf(
  trx: Trx,
  userId: string,
  now: number,
  ssoOrgId: string | null = null
): Promise<number> {
  const ended = await rows<{ live: boolean }>(
    trx,
    `update refresh_sessions set revoked_at = ? where user_id = ? and revoked_at is null
       and (?::uuid is null or sso_org_id = ?::uuid)
     returning used_at is null and expires_at > ? as live`,
    [new Date(now), userId, ssoOrgId, ssoOrgId, new Date(now)]
  )
  return ended.filter(({ live }) => live).length
}
