import { inject } from '@adonisjs/core'
import FindEndUserProfile, { type EndUserProfile } from '#end_users/queries/find_end_user_profile'
import FindOpenPortal from '#end_users/queries/find_open_portal'
import { provesFreshly } from '#end_users/rules/password_right'
import db from '@adonisjs/lucid/services/db'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { endUserPasswordChangedMail } from '#kernel/mail/end_user_own_texts'
import { recordMail } from '#kernel/mail/mails'
import Refusal from '#kernel/refusals/refusal'
import type { EndUserToken } from '#kernel/secrets/end_user_tokens'
import { hashNewPassword, passwordMatches } from '#kernel/secrets/passwords'
import type { Millis } from '#kernel/time/millis'
import { endSignIns } from './end_sign_ins.js'
import { lockWelcome } from './let_in.js'

/** The passwords in a request. The current one is required unless the sign-in is fresh. */
export type OwnPasswords = { newPassword: string; currentPassword?: string }

type Stored = { email: string | null; passwordHash: string | null }

/** POST /v1/enduser/me/password: sets a new password (contract/09-end-users#92-getting-in). */
@inject()
export default class SetOwnPassword {
  constructor(
    protected profiles: FindEndUserProfile,
    protected portals: FindOpenPortal
  ) {}

  /**
   * Sets the password, ends the other sign-ins, and mails a notice.
   * @throws Refusal UNAUTHORIZED without a fresh sign-in or the current password, VALIDATION_ERROR for a weak
   *   password, RATE_LIMITED if too many password hashes for this end user are running, USER_BANNED
   */
  async execute(
    endUserId: string,
    token: EndUserToken,
    { newPassword, currentPassword }: OwnPasswords,
    now: Millis = Date.now()
  ): Promise<EndUserProfile> {
    const { orgId, sessionId } = token
    const who = `end user ${endUserId}`
    const known = await find(orgId, endUserId)
    const fresh = provesFreshly(token, now)
    if (!fresh && !(await isCurrent(known, currentPassword, who))) throw notShown()
    const hash = await hashNewPassword(newPassword, known?.email ?? '', who, 'newPassword')
    const { name } = (await this.portals.ofOrg(orgId))!
    return transaction(async (trx) => {
      const { email, passwordHash } = await lockWelcome(trx, orgId, endUserId)
      // Hashing is slow: by now the sign-in may have ended, or the password that was checked may have been replaced.
      const replaced = !fresh && passwordHash !== known?.passwordHash
      if (replaced || !(await isLive(trx, orgId, sessionId))) throw notShown()
      const sql = `update end_users set password_hash = ?, updated_at = ? where org_id = ? and id = ?`
      await rows(trx, sql, [hash, new Date(now), orgId, endUserId])
      await endSignIns(trx, orgId, endUserId, { except: sessionId }, now)
      if (email) await recordMail(trx, { to: email, ...endUserPasswordChangedMail(name) }, now, orgId)
      return (await this.profiles.byId(orgId, endUserId, trx))!
    })
  }
}

const notShown = () =>
  new Refusal('UNAUTHORIZED', {
    message: 'Send the correct current password, or sign in with a mailed code and retry within 10 minutes',
  })

/** Returns false for an end user without a password. */
async function isCurrent(known: Stored | null, password: string | undefined, who: string): Promise<boolean> {
  if (!known?.passwordHash || password === undefined) return false
  return passwordMatches(known.passwordHash, password, who)
}

function find(orgId: string, id: string): Promise<Stored | null> {
  const sql = `select email, password_hash as "passwordHash" from end_users where org_id = ? and id = ?`
  return firstRow(db.connection(), sql, [orgId, id])
}

async function isLive(trx: Trx, orgId: string, familyId: string): Promise<boolean> {
  const sql = `select 1 from end_user_sessions where org_id = ? and family_id = ? and revoked_at is null`
  return (await firstRow(trx, sql, [orgId, familyId])) !== null
}
