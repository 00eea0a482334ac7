import db from '@adonisjs/lucid/services/db'
import type { OperationRow } from '#operations/kinds/registry'
import type { Scope } from '#kernel/audit/scope'
import { inScope } from '#kernel/database/in_scope'
import { firstRow, type SqlExecutor } from '#kernel/database/sql'

/**
 * Operations with their progress: the sum over the chunks while they are open, the stored sums afterwards.
 * Append conditions on `o`.
 */
export const SELECT_OPERATIONS = `
  select o.id, o.org_id as "orgId", o.product_id as "productId", o.type, o.status, o.dry_run as "dryRun",
    o.params, o.total, o.processed + p.processed as processed, o.succeeded + p.succeeded as succeeded,
    o.skipped + p.skipped as skipped, o.failed + p.failed as failed, o.result, o.error,
    o.created_by_type as "createdByType", o.created_by_id as "createdById", o.created_at as "createdAt",
    o.planned_at is not null as planned,
    o.started_at as "startedAt", o.finished_at as "finishedAt"
  from operations o
  cross join lateral (
    select coalesce(sum(c.processed), 0)::int as processed, coalesce(sum(c.succeeded), 0)::int as succeeded,
      coalesce(sum(c.skipped), 0)::int as skipped, coalesce(sum(c.failed), 0)::int as failed
    from operation_chunks c where o.finished_at is null and c.operation_id = o.id
  ) p`

/** Operations by id, within a scope. */
export default class FindOperation {
  /** Null when missing or out of scope. */
  inScope(scope: Scope, id: string, client: SqlExecutor = db.connection()): Promise<OperationRow | null> {
    const own = inScope(scope, 'o')
    return firstRow(client, `${SELECT_OPERATIONS} where o.id = ? and ${own.sql}`, [id, ...own.values])
  }

  /** For workers, who serve every org. */
  byId(id: string, client: SqlExecutor = db.connection()): Promise<OperationRow | null> {
    return firstRow(client, `${SELECT_OPERATIONS} where o.id = ?`, [id])
  }
}
