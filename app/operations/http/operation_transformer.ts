import type { HttpContext } from '@adonisjs/core/http'
import { isUser } from '#access/view'
import { kindOf, type OperationRow } from '#operations/kinds/registry'
import { isObject, type StoredParams } from '#operations/kinds/stored_params'
import { downloadLink } from '#kernel/files/download_links'
import { controlsOf } from '#operations/rules/controls'
import { iso } from '#kernel/time/iso'

/** The personal data that a reader of an operation may see. */
export type OperationView = {
  /** The email address of the user who started it, for other users of the org. */
  people: boolean
  /** The owner by whom it found its licenses. */
  owners: boolean
}

/** The view of an operator at the terminal. */
const OPERATOR_VIEW: OperationView = { people: false, owners: true }

/** The view of a caller: an API key sees owners only with end_user:read (interface#52-api-key-scopes). */
export function operationViewOf({ scope, sees }: Pick<HttpContext, 'scope' | 'sees'>): OperationView {
  const people = isUser(scope)
  return { people, owners: people || sees.owner }
}

/** An operation as the API shows it (contract#operation-record). */
export function toOperation(row: OperationRow, view = OPERATOR_VIEW) {
  const { id, orgId, productId, type, status, dryRun, error } = row
  const kind = kindOf(type)
  const hasFile = Boolean(row.result && kind.resultFile?.(row.result).path)
  const { total, processed, succeeded, skipped, failed } = row
  return {
    id,
    orgId,
    productId,
    type,
    status,
    dryRun,
    params: shownParams(row.params, kind.hiddenParams, view),
    progress: { total, processed, succeeded, skipped, failed },
    result: shownResult(row),
    error,
    createdBy: {
      type: row.createdByType,
      id: row.createdById,
      ...(view.people && row.createdByEmail !== null && { email: row.createdByEmail }),
    },
    can: controlsOf({ ...row, hasFile }, kind),
    createdAt: iso(row.createdAt),
    startedAt: iso(row.startedAt),
    finishedAt: iso(row.finishedAt),
  }
}

/** An operation in events: without the link to its file, because the link is a credential. */
export function toToldOperation(row: OperationRow, view: OperationView) {
  const { file: _, ...facts } = row.result ?? {}
  return { ...toOperation(row, view), result: row.result && facts }
}

/** The filter is a member of the params of a bulk change, and the params themselves of an export. */
function shownParams(params: StoredParams, hidden: readonly string[], { owners }: OperationView) {
  const shown = Object.fromEntries(Object.entries(params).filter(([name]) => !hidden.includes(name)))
  if (owners) return shown
  const { filter } = shown
  return withoutOwner(isObject(filter) ? { ...shown, filter: withoutOwner(filter) } : shown)
}

function withoutOwner({ endUserId: _, ...others }: StoredParams) {
  return others
}

/** A finished export shows a fresh link to its file instead of the file's storage path (contract#export). */
function shownResult({ id, result }: OperationRow): StoredParams | null {
  if (!result?.file) return result
  const { file: _, ...facts } = result
  return { ...facts, ...downloadLink(id) }
}
