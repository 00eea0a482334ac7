import { recordAccountAudit, type Origin } from '#kernel/audit/audit'
import type { Actor } from '#kernel/audit/scope'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import { lockUser } from './lock_user.js'
import { revokeSessionsOf } from './revoke_sessions.js'

/** Tables of linkings that have begun. */
const BEGUN = ['oauth_states', 'pending_links'] as const

/** Tables of identities that are about to be linked or to sign in. */
const NOT_YET = [...BEGUN, 'sign_in_codes'] as const

/** Tables of other credentials, used or about to be used to sign a user in. */
const CREDENTIALS = ['backup_codes', 'login_challenges', 'mailed_tokens'] as const

/**
 * Ends the linkings that have begun. Call it where all tokens of a user end: a linking was begun with one of them, and
 * whoever holds it could otherwise link an identity of their own and sign in with it.
 */
export async function dropBegunLinks(trx: Trx, userId: string) {
  for (const table of BEGUN) await rows(trx, `delete from ${table} where user_id = ?`, [userId])
}

/**
 * Unlinks the identities that were linked before the address of the account was confirmed. Another person may have
 * signed up with the address, and could still sign in through these identities. Writes each of them to the audit trail.
 * The caller has confirmed the address.
 */
export async function dropLinks(
  trx: Trx,
  userId: string,
  origin: Pick<Origin, 'ip' | 'requestId'>,
  now: Millis,
  actor?: Actor
) {
  for (const table of NOT_YET) await rows(trx, `delete from ${table} where user_id = ?`, [userId])
  const dropped = await rows<{ provider: string }>(
    trx,
    `delete from linked_accounts l using users u
     where l.user_id = ? and u.id = l.user_id and l.created_at <= u.email_verified_at returning l.provider`,
    [userId]
  )
  for (const { provider } of dropped) {
    await recordAccountAudit(trx, origin, userId, 'account_unlinked', now, { provider }, actor)
  }
}

/**
 * Hands an account with an unconfirmed address over to the owner of the address. The caller has verified that the
 * person owns it. Anyone could have signed up with the address, so the password, the second factor, the linked
 * identities and the sessions of that sign-up end at once, and the address counts as confirmed. An account with a
 * confirmed address is not changed.
 */
export async function handOver(trx: Trx, userId: string, origin: Origin, now: Millis) {
  const user = await lockUser(trx, userId)
  if (!user || user.emailVerified) return
  const at = new Date(now)
  await rows(
    trx,
    `update users set password_hash = null, totp_secret = null, totp_pending_secret = null, totp_last_step = null,
       token_generation = token_generation + 1, email_verified_at = ?, updated_at = ? where id = ?`,
    [at, at, userId]
  )
  for (const table of CREDENTIALS) await rows(trx, `delete from ${table} where user_id = ?`, [userId])
  await dropLinks(trx, userId, origin, now)
  await revokeSessionsOf(trx, userId, now)
  await recordAccountAudit(trx, origin, userId, 'password_reset', now, { by: 'sso' })
}
