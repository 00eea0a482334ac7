import db from '@adonisjs/lucid/services/db'
import { ranSince } from '#operations/kinds/undo/ran_since'
import { UNDO } from '#operations/kinds/undo/type'
import type { OperationRow } from '#operations/kinds/registry'
import type { Scope } from '#kernel/audit/scope'
import { inScope } from '#kernel/database/in_scope'
import { firstRow, type SqlExecutor } from '#kernel/database/sql'

/**
 * Repeats, without a lock, the decision of `retryVerdict` of the kinds: an undo blocks the retry or, for an undo, the
 * undone operation runs again or has run since.
 */
const RETRY_BLOCKED = `case
    when o.status not in ('failed', 'cancelled') then false
    when o.type = '${UNDO}' then exists (select 1 from operations d
      where d.id = (o.params->>'operationId')::uuid and (d.finished_at is null or ${ranSince('d', 'o')}))
    else exists (select 1 from operations u where u.type = '${UNDO}' and u.params->>'operationId' = o.id::text
      and (u.finished_at is null or u.succeeded > 0)) end`

/**
 * Operations with their progress: the sum over the chunks while they are open, the stored sums afterwards.
 * Append conditions on `o`.
 */
export const SELECT_OPERATIONS = `
  select o.id, o.org_id as "orgId", o.product_id as "productId", o.type, o.status, o.dry_run as "dryRun",
    o.params, o.total, o.processed + p.processed as processed, o.succeeded + p.succeeded as succeeded,
    o.skipped + p.skipped as skipped, o.failed + p.failed as failed, o.result, o.error,
    o.created_by_type as "createdByType", o.created_by_id as "createdById", o.created_at as "createdAt",
    cu.email as "createdByEmail", o.planned_at is not null as planned, o.applied_as is not null as applied,
    o.retired_at is not null as retired, ${RETRY_BLOCKED} as "retryBlocked",
    o.started_at as "startedAt", o.finished_at as "finishedAt"
  from operations o
  left join users cu on o.created_by_type = 'user' and cu.id = o.created_by_id
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

  /** For workers, which serve every org. */
  byId(id: string, client: SqlExecutor = db.connection()): Promise<OperationRow | null> {
    return firstRow(client, `${SELECT_OPERATIONS} where o.id = ?`, [id])
  }
}
