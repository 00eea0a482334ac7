/** What a merchant can start and watch (contract#operation-record). */
export const OPERATION_TYPES = [
  'licenses.freeze',
  'licenses.unfreeze',
  'licenses.revoke',
  'licenses.unrevoke',
  'licenses.extend',
  'licenses.delete',
  'licenses.import',
  'licenses.export',
  'licenses.undo',
] as const
export type OperationType = (typeof OPERATION_TYPES)[number]

export const OPERATION_STATUSES = [
  'queued',
  'running',
  'completed',
  'failed',
  'cancelling',
  'cancelled',
] as const
export type OperationStatus = (typeof OPERATION_STATUSES)[number]

/** The statuses in which nothing more happens by itself. */
export type FinalStatus = 'completed' | 'failed' | 'cancelled'

/** Types that change existing licenses by a command of their own. */
const CHANGE_TYPES = [
  'licenses.freeze',
  'licenses.unfreeze',
  'licenses.revoke',
  'licenses.unrevoke',
  'licenses.extend',
] as const
export type ChangeType = (typeof CHANGE_TYPES)[number]

/** A license or record that did not simply succeed; the index counts from 0 over the whole operation. */
export type OperationItem = {
  index: number
  /** Line of the file where the record begins; imports only. */
  line: number | null
  licenseId: string | null
  key: string | null
  outcome: 'skipped' | 'failed'
  code: string
  message: string
}

/** How many of some items have which code. */
export function countsByCode(items: OperationItem[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { code } of items) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

/** How far an operation is (contract#operation-record). */
export type Progress = {
  total: number
  processed: number
  succeeded: number
  skipped: number
  failed: number
}

/** Whether nothing more happens to an operation of this status. */
export function isFinal(status: OperationStatus): status is FinalStatus {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}

/** Whether a type is one of the plain changes, which can be undone. */
export function isChange(type: OperationType): type is ChangeType {
  return (CHANGE_TYPES as readonly string[]).includes(type)
}
