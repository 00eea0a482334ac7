import type { OperationStatus } from './operation.js'

/**
 * The statuses that may follow each status of an operation (contract#operation-record). docs/states.md draws the table,
 * and a test compares the two.
 *
 * @internal exported for that test; use `statusesBefore`
 */
export const OPERATION_MOVES: Record<OperationStatus, readonly OperationStatus[]> = {
  queued: ['running', 'cancelling'],
  running: ['completed', 'failed', 'cancelling'],
  cancelling: ['cancelled', 'completed', 'failed'],
  completed: [],
  failed: ['queued'],
  cancelled: ['queued'],
}

/**
 * The statuses from which an operation may reach `next`. Every statement that changes a status uses it as its
 * condition.
 */
export function statusesBefore(next: OperationStatus): OperationStatus[] {
  const statuses = Object.keys(OPERATION_MOVES) as OperationStatus[]
  return statuses.filter((status) => OPERATION_MOVES[status].includes(next))
}
