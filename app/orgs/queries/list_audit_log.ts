import db from '@adonisjs/lucid/services/db'
import type { Actor, Scope } from '#kernel/audit/scope'
import { rows } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'

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

/** Selects entries of the audit log: by actor, by action or kind of subject, by time. */
export type AuditFilter = {
  actor?: string
  /** A whole action such as `api_key.created`, or the part before the point. */
  action?: string
  /** `from` is inclusive, `to` is exclusive. */
  from?: Millis
  to?: Millis
}

/** The audit log of an org: actor, action, address; newest first (contract/01-changes#reads-for-a-console). */
export default class ListAuditLog {
  async execute(
    { orgId }: Scope,
    { actor, action, from, to, limit, cursor }: AuditFilter & { limit: number; cursor?: string }
  ) {
    const conditions: [sql: string, value: string | Date | undefined][] = [
      ['a.org_id = ?', orgId],
      ['a.actor_id = ?', actor],
      [action?.includes('.') ? 'a.action = ?' : `split_part(a.action, '.', 1) = ?`, action],
      ['a.created_at >= ?', from === undefined ? undefined : new Date(from)],
      ['a.created_at < ?', to === undefined ? undefined : new Date(to)],
      ['a.id < ?', cursor],
    ]
    const asked = conditions.filter(([, value]) => value !== undefined)
    const found = await rows<AuditRow>(
      db.connection(),
      `select a.id, a.action, a.subject_id as "subjectId", a.actor_type as "actorType", a.actor_id as "actorId",
         u.email as "actorEmail", a.data, a.ip, a.request_id as "requestId", a.created_at as "createdAt"
       from audit_entries a left join users u on a.actor_type = 'user' and u.id = a.actor_id
       where ${asked.map(([sql]) => sql).join(' and ')} order by a.id desc limit ?`,
      [...asked.map(([, value]) => value!), limit + 1]
    )
    const entries = found.slice(0, limit)
    return { entries, nextCursor: found.length > limit ? entries.at(-1)!.id : null }
  }

  /** All entries of a filter, read page by page. */
  async *all(scope: Scope, filter: AuditFilter): AsyncGenerator<AuditRow> {
    let cursor: string | undefined
    do {
      const page = await this.execute(scope, { ...filter, limit: 1000, cursor })
      yield* page.entries
      cursor = page.nextCursor ?? undefined
    } while (cursor)
  }
}
