import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import type { OperationStatus, Progress } from '#operations/rules/operation'

/** The progress of an operation at one look. */
export type WatchedProgress = Progress & { id: string; status: OperationStatus }

/** How long watchers of an org still see an operation after its end. Seconds. */
const ENDING_SEEN = 5

const SELECT_PROGRESS = `
  select o.id, o.org_id as "orgId", o.status, o.total, o.processed + p.processed as processed,
    o.succeeded + p.succeeded as succeeded, o.skipped + p.skipped as skipped, o.failed + p.failed as failed
  from operations o
  cross join lateral (
    select coalesce(sum(c.processed), 0)::int as processed, coalesce(sum(c.succeeded), 0)::int as succeeded,
      coalesce(sum(c.skipped), 0)::int as skipped, coalesce(sum(c.failed), 0)::int as failed
    from operation_chunks c where o.finished_at is null and c.operation_id = o.id
  ) p`

/** The progress of the given operations. */
export function findProgress(ids: string[]): Promise<WatchedProgress[]> {
  if (ids.length === 0) return Promise.resolve([])
  return rows(db.connection(), `${SELECT_PROGRESS} where o.id = any(?::uuid[])`, [ids])
}

/** The progress of all operations of these orgs that are open or have just ended; oldest first. */
export function findOpen(orgIds: string[]): Promise<(WatchedProgress & { orgId: string })[]> {
  if (orgIds.length === 0) return Promise.resolve([])
  return rows(
    db.connection(),
    `${SELECT_PROGRESS} where o.id = any (array(
       select id from operations where org_id = any(?::uuid[]) and finished_at is null
       union all
       select id from operations where finished_at > now() - interval '${ENDING_SEEN} seconds'
         and org_id = any(?::uuid[])))
     order by o.id`,
    [orgIds, orgIds]
  )
}
