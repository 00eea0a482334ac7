import type { DeliveryStatus } from './attempt_outcome.js'

/**
 * The statuses that may follow each status of a delivery (interface#64-delivery-rules). A success always counts, because
 * the receiver has the event. docs/states.md draws the table, and a test compares the two.
 *
 * @internal exported for that test; use `mayBecome`
 */
export const DELIVERY_MOVES: Record<DeliveryStatus, readonly DeliveryStatus[]> = {
  pending: ['pending', 'succeeded', 'failed', 'cancelled'],
  succeeded: [],
  failed: ['succeeded'],
  cancelled: ['succeeded'],
}

/** The SQL condition that a delivery whose status is in the column `from` may reach the status in the column `to`. */
export function mayBecome(from: string, to: string): string {
  const pairs = Object.entries(DELIVERY_MOVES).flatMap(([before, next]) =>
    next.map((after) => `('${before}', '${after}')`)
  )
  return `(${from}, ${to}) in (${pairs.join(', ')})`
}
