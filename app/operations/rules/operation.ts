import type { Code } from '#kernel/refusals/codes'
import type { SkipCode } from '#licensing/rules/changes'

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

/** Whether nothing more happens to an operation of this status. */
export function isFinal(status: OperationStatus): status is FinalStatus {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}

/** How far an operation is (contract#operation-record). */
export type Progress = {
  total: number
  processed: number
  succeeded: number
  skipped: number
  failed: number
}

/** Why a license or record did not simply succeed (contract#outcome-per-license, contract#import). */
export type ItemCode =
  | SkipCode
  | Extract<
      Code,
      'CONFLICT' | 'LICENSE_NOT_FOUND' | 'PERMISSION_DENIED' | 'PRODUCT_NOT_FOUND' | 'VALIDATION_ERROR'
    >
  | 'ALREADY_EXISTS'
  | 'UNCHANGED'

/** A license or record that did not simply succeed; the index counts from 0 over the whole operation. */
export type OperationItem = {
  index: number
  /** Line of the file where the record begins; imports only. */
  line: number | null
  licenseId: string | null
  key: string | null
  outcome: 'skipped' | 'failed'
  code: ItemCode
  message: string
}

/** How many of some items have which code. */
export function countsByCode(items: OperationItem[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { code } of items) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

/** Why an operation that failed or was cancelled may not go on, though it could: an undo stands against it. */
export type RetryProblem = { reason: 'undone' } | { reason: 'resumed'; status: OperationStatus }
