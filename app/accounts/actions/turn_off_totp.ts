import { totpChangedMail } from '#kernel/mail/texts'
import { recordAccountAudit, type Origin } from '#kernel/audit/audit'
import type { Actor } from '#kernel/audit/scope'
import { recordMail } from '#kernel/mail/mails'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

type Owner = { id: string; email: string }

/** Who does it, if it is not the user. */
type By = { data?: Record<string, unknown>; actor?: Actor }

/**
 * Turns off the second factor of a locked user in the caller's transaction. It deletes the secret and the backup
 * codes, mails the user, and records in the audit trail who did it. The caller has checked that the second factor is
 * on and may be turned off.
 */
export async function turnOffTotp(
  trx: Trx,
  owner: Owner,
  origin: Origin,
  now: number,
  { data, actor }: By = {}
) {
  await rows(
    trx,
    `update users set totp_secret = null, totp_pending_secret = null, totp_last_step = null, updated_at = ?
     where id = ?`,
    [new Date(now), owner.id]
  )
  await rows(trx, `delete from backup_codes where user_id = ?`, [owner.id])
  await recordMail(trx, { to: owner.email, ...totpChangedMail(false) }, now)
  await recordAccountAudit(trx, origin, owner.id, 'totp_disabled', now, data, actor)
}
