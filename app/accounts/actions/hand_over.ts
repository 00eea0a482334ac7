import { recordAccountAudit, type Origin } from '#kernel/audit/audit'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import { lockUser } from './lock_user.js'
import { revokeSessionsOf } from './revoke_sessions.js'

/** Identities elsewhere by which somebody signs in, and such that are about to be linked. */
const LINKS = ['linked_accounts', 'oauth_states', 'pending_links', 'sign_in_codes'] as const

/** What else signs somebody in, or is about to. */
const CREDENTIALS = ['backup_codes', 'login_challenges', 'mailed_tokens'] as const

/**
 * Takes the identities elsewhere from an account whose address is proved for the first time: whoever signed up with it may have
 * been somebody else, and would come in by them.
 */
export async function dropLinks(trx: Trx, userId: string) {
  for (const table of LINKS) await rows(trx, `delete from ${table} where user_id = ?`, [userId])
}

/**
 * Gives an account whose address nobody has confirmed to the person whose address it is, as the caller knows for sure: anybody
 * could sign up with it. Password, second factor, linked identities and sessions of whoever did end at once, and the address
 * counts as confirmed. An account with a confirmed address stays as it is.
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
  await dropLinks(trx, userId)
  await revokeSessionsOf(trx, userId, now)
  await recordAccountAudit(trx, origin, userId, 'password_reset', now, { by: 'sso' })
}
