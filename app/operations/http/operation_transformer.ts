import { kindOf, type OperationRow } from '#operations/kinds/registry'
import type { StoredParams } from '#operations/kinds/stored_params'
import { downloadLink } from '#kernel/files/download_links'
import { controlsOf } from '#operations/rules/controls'
import { iso } from '#kernel/time/iso'

/**
 * An operation as the API shows it (contract#operation-record). `people` adds the email address of the user who
 * started it, for other users of the org.
 */
export function toOperation(row: OperationRow, people = false) {
  const { id, orgId, productId, type, status, dryRun, error } = row
  const kind = kindOf(type)
  const { hiddenParams } = kind
  const hasFile = Boolean(row.result && kind.resultFile?.(row.result).path)
  const params = Object.fromEntries(
    Object.entries(row.params).filter(([name]) => !hiddenParams.includes(name))
  )
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
    result: shownResult(row),
    error,
    createdBy: {
      type: row.createdByType,
      id: row.createdById,
      ...(people && row.createdByEmail !== null && { email: row.createdByEmail }),
    },
    can: controlsOf({ ...row, hasFile }, kind),
    createdAt: iso(row.createdAt),
    startedAt: iso(row.startedAt),
    finishedAt: iso(row.finishedAt),
  }
}

/** An operation in events: without the link to its file, because the link is a credential. */
export function toToldOperation(row: OperationRow) {
  const { file: _, ...facts } = row.result ?? {}
  return { ...toOperation(row), result: row.result && facts }
}

/** A finished export shows a fresh link to its file instead of the file's storage path (contract#export). */
function shownResult({ id, result }: OperationRow): StoredParams | null {
  if (!result?.file) return result
  const { file: _, ...facts } = result
  return { ...facts, ...downloadLink(id) }
}
