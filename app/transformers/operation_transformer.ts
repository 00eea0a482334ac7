import type { OperationRow } from '#queries/operations/find_operation'
import { iso } from './timestamps.js'

/** An operation as contract 5 shows it. */
export function toOperation(row: OperationRow) {
  const { id, orgId, productId, type, status, dryRun, params, result, error } = row
  const { total, processed, succeeded, skipped, failed } = row
  return {
    id,
    orgId,
    productId,
    type,
    status,
    dryRun,
    params,
    progress: { total, processed, succeeded, skipped, failed },
    result,
    error,
    createdBy: { type: row.createdByType, id: row.createdById },
    createdAt: iso(row.createdAt),
    startedAt: iso(row.startedAt),
    finishedAt: iso(row.finishedAt),
  }
}
