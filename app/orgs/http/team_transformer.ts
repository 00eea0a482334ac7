import type { AuditRow } from '#orgs/queries/list_audit_log'
import type { InviteRow } from '#orgs/queries/list_invites'
import type { MemberRow } from '#orgs/queries/list_members'
import { iso } from '#kernel/time/iso'

/** A member of an org. The id is the id of the user. */
export function toMember({ userId, email, firstName, lastName, role, createdAt }: MemberRow) {
  return { id: userId, userId, email, firstName, lastName, role, createdAt: iso(createdAt) }
}

/** An invite, without its token. */
export function toInvite({ createdAt, expiresAt, acceptedAt, ...invite }: InviteRow) {
  return {
    ...invite,
    createdAt: iso(createdAt),
    expiresAt: iso(expiresAt),
    acceptedAt: iso(acceptedAt),
  }
}

/** A line of the audit trail. */
export function toAuditEntry(row: AuditRow) {
  const { id, action, subjectId, data, ip, requestId } = row
  const actor = { type: row.actorType, id: row.actorId, email: row.actorEmail }
  return { id, action, subjectId, actor, data, ip, requestId, createdAt: iso(row.createdAt) }
}
