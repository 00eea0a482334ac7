import db from '@adonisjs/lucid/services/db'
import type { Actor, Scope } from '#kernel/audit/scope'
import { rows } from '#kernel/database/sql'

export type AuditRow = {
  id: string
  action: string
  subjectId: string | null
  actorType: Actor['type']
  actorId: string | null
  actorEmail: string | null
  data: Record<string, unknown>
  ip: string | null
  requestId: string | null
  createdAt: Date
}

/** The audit log of an org: actor, action, address; newest first. */
export default class ListAuditLog {
  async execute({ orgId }: Scope, { limit, cursor }: { limit: number; cursor?: string }) {
    const found = await rows<AuditRow>(
      db.connection(),
      `select a.id, a.action, a.subject_id as "subjectId", a.actor_type as "actorType", a.actor_id as "actorId",
         u.email as "actorEmail", a.data, a.ip, a.request_id as "requestId", a.created_at as "createdAt"
       from audit_entries a left join users u on a.actor_type = 'user' and u.id = a.actor_id
       where a.org_id = ? and (?::uuid is null or a.id < ?::uuid) order by a.id desc limit ?`,
      [orgId, cursor ?? null, cursor ?? null, limit + 1]
    )
    const entries = found.slice(0, limit)
    return { entries, nextCursor: found.length > limit ? entries.at(-1)!.id : null }
  }
}
