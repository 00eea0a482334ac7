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

/** The statuses of an operation that has ended; it changes again only if a caller retries it. */
export type FinalStatus = 'completed' | 'failed' | 'cancelled'

/** Whether an operation with this status has ended. */
export function isFinal(status: OperationStatus): status is FinalStatus {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}

/** The progress of an operation (contract#operation-record). */
export type Progress = {
  total: number
  processed: number
  succeeded: number
  skipped: number
  failed: number
}

/** Why a license or record was skipped or failed (contract#outcome-per-license, contract#import). */
export type ItemCode =
  | SkipCode
  | Extract<
      Code,
      'CONFLICT' | 'LICENSE_NOT_FOUND' | 'PERMISSION_DENIED' | 'PRODUCT_NOT_FOUND' | 'VALIDATION_ERROR'
    >
  | 'ALREADY_EXISTS'
  | 'UNCHANGED'

/** A license or record that was skipped or failed; the index counts from 0 over the whole operation. */
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

/** Counts items by code. */
export function countsByCode(items: OperationItem[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { code } of items) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

/**
 * Why a failed or cancelled operation may not resume: it was undone or, for an undo, the undone operation runs again or
 * has run since the undo was planned.
 */
export type RetryProblem =
  { reason: 'undone' } | { reason: 'resumed'; status: OperationStatus } | { reason: 'ran-since' }
