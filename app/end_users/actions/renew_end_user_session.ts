import { inject } from '@adonisjs/core'
import type { Renewable } from '#end_users/queries/find_renewable'
import type { Portal } from '#end_users/rules/portal'
import { changedRows, firstRow, rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import { hashSecret } from '#kernel/secrets/tokens'
import type { Millis } from '#kernel/time/millis'
import IssueEndUserSession, { type Device, type EndUserTokens } from './issue_end_user_session.js'
import { lockWelcome } from './let_in.js'
import { lockEndUser } from './lock_end_user.js'

const DAY_MS = 24 * 3600 * 1000

/** The refusal for a refresh token that can't be used. */
export const deadRefreshToken = () =>
  new Refusal('UNAUTHORIZED', { message: 'The refresh token is not valid: sign in again' })

/**
 * POST /v1/enduser/auth/refresh: exchanges a refresh token for a new pair, once (contract/09-end-users#92-getting-in).
 * If a used token is sent again, its whole family ends, because two parties hold the token.
 */
@inject()
export default class RenewEndUserSession {
  constructor(protected issueSession: IssueEndUserSession) {}

  /** @throws Refusal UNAUTHORIZED, USER_BANNED */
  async execute(
    refreshToken: string,
    session: Renewable,
    { sessionDays }: Pick<Portal, 'sessionDays'>,
    device: Device,
    now: Millis = Date.now()
  ): Promise<EndUserTokens> {
    const tokens = await transaction(async (trx) => {
      const endUserId = await lockHolder(trx, session)
      await lockFamily(trx, session)
      const inTime = session.signedInAt + sessionDays * DAY_MS > now
      if (inTime && (await spend(trx, refreshToken, now))) {
        return this.issueSession.execute(trx, { ...session, endUserId }, sessionDays, device, now)
      }
      await endFamily(trx, session, now)
      return null
    })
    // Refuses only after the commit, because a rollback would undo the end of the family.
    if (!tokens) throw deadRefreshToken()
    return tokens
  }
}

/**
 * POST /v1/enduser/auth/logout: ends the sign-in that this refresh token belongs to. Signing out twice is no error.
 * @throws Refusal UNAUTHORIZED for a token that was already exchanged for another one; its family still ends.
 */
export async function signOutEndUser(session: Renewable, now: Millis = Date.now()) {
  await transaction(async (trx) => {
    if (session.endUserId) await lockEndUser(trx, session.orgId, session.endUserId)
    await lockFamily(trx, session)
    await endFamily(trx, session, now)
  })
  if (session.used) throw deadRefreshToken()
}

/**
 * Locks the end user of a sign-in and returns the id. For a sign-in by license key, this is the license's present
 * owner, or null if it has none.
 */
async function lockHolder(trx: Trx, { orgId, endUserId, licenseId }: Renewable): Promise<string | null> {
  if (!licenseId) {
    await lockWelcome(trx, orgId, endUserId!)
    return endUserId
  }
  const license = await firstRow<{ ownerId: string | null }>(
    trx,
    `select end_user_id as "ownerId" from licenses where org_id = ? and id = ?`,
    [orgId, licenseId]
  )
  if (!license) throw deadRefreshToken()
  if (license.ownerId) await lockWelcome(trx, orgId, license.ownerId)
  return license.ownerId
}

/** Makes renewals and the end of one sign-in take turns, so that neither misses a token that the other is creating. */
function lockFamily(trx: Trx, { orgId, familyId }: Renewable) {
  const sql = `select id from end_user_sessions where org_id = ? and family_id = ? order by id for update`
  return rows(trx, sql, [orgId, familyId])
}

async function spend(trx: Trx, refreshToken: string, now: Millis): Promise<boolean> {
  const spent = await changedRows(
    trx,
    `update end_user_sessions set used_at = ?
     where token_hash = ? and used_at is null and revoked_at is null and expires_at > ?`,
    [new Date(now), hashSecret(refreshToken), new Date(now)]
  )
  return spent > 0
}

function endFamily(trx: Trx, { orgId, familyId }: Renewable, now: Millis) {
  return rows(
    trx,
    `update end_user_sessions set revoked_at = ? where org_id = ? and family_id = ? and revoked_at is null`,
    [new Date(now), orgId, familyId]
  )
}
