import type { Actor } from './scope.js'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/** The source of a change: actor, address and request id. */
export type Origin = { actor: Actor; ip: string | null; requestId: string | null }

/** One entry of an org's audit trail. Never put a secret into `data`. */
export type AuditEntry = {
  orgId: string
  /** The action, as `subject.past_tense`, such as `api_key.created`. */
  action: string
  /** The id of the record that was changed. */
  subject: string | null
  data?: Record<string, unknown>
}

/** The origin of changes by commands and jobs. */
export const SYSTEM: Origin = { actor: { type: 'system', id: null }, ip: null, requestId: null }

/** Writes an entry of the audit trail in the transaction of the change that it records. */
export async function recordAudit(trx: Trx, origin: Origin, { subject, ...entry }: AuditEntry, now: number) {
  await recordAudits(trx, origin, entry, [subject], now)
}

/** Writes the same entry for each of the given records, in the transaction of the change that changed them all. */
export async function recordAudits(
  trx: Trx,
  { actor, ip, requestId }: Origin,
  { orgId, action, data = {} }: Omit<AuditEntry, 'subject'>,
  subjects: (string | null)[],
  now: number
) {
  if (subjects.length === 0) return
  await rows(
    trx,
    `insert into audit_entries
       (id, org_id, actor_type, actor_id, action, subject_id, data, ip, request_id, created_at)
     select e.id, ?, ?, ?, ?, e.subject_id, ?, ?, ?, ? from unnest(?::uuid[], ?::uuid[]) as e (id, subject_id)`,
    [
      ...[orgId, actor.type, actor.id, action, JSON.stringify(data), ip, requestId, new Date(now)],
      ...[subjects.map(newId), subjects],
    ]
  )
}

/** A change or a use of a user's account. */
export type AccountChange =
  | 'signed_in'
  | 'password_changed'
  | 'password_reset'
  | 'totp_enabled'
  | 'totp_disabled'
  | 'backup_codes_renewed'
  | 'account_linked'
  | 'account_unlinked'
  | 'plan_set'
  | 'platform_admin_granted'
  | 'platform_admin_revoked'
  | 'disabled'
  | 'enabled'

/** Writes a change of a user's account to the audit trail of every org of which the user is a member. */
export async function recordAccountAudit(
  trx: Trx,
  origin: Pick<Origin, 'ip' | 'requestId'>,
  userId: string,
  change: AccountChange,
  now: number,
  data: Record<string, unknown> = {},
  actor: Actor = { type: 'user', id: userId }
) {
  const orgs = await rows<{ orgId: string }>(
    trx,
    'select org_id as "orgId" from org_members where user_id = ?',
    [userId]
  )
  const from: Origin = { ...origin, actor }
  for (const { orgId } of orgs) {
    await recordAudit(trx, from, { orgId, action: `user.${change}`, subject: userId, data }, now)
  }
}
