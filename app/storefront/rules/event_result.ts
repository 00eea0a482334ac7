import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'

/**
 * What came of an event: `ignored` ones are kept, and can be replayed once they mean something. One that waits is worked on
 * by itself once its purchase is known.
 */
export type EventResult = {
  state: 'done' | 'ignored'
  result: string
  orderId: string | null
  waits?: boolean
}

export const done = (result: string, orderId: string | null = null): EventResult => ({
  state: 'done',
  result,
  orderId,
})
export const ignored = (result: string, orderId: string | null = null): EventResult => ({
  ...{ state: 'ignored', result, orderId },
})

/** Minutes after each failure until the next try (contract/10-storefront#106-processor-events). */
const PAUSES = [1, 2, 5, 15, 30, 60]
const MINUTE = 60_000

/** When an event is tried again after so many failures; null when it has failed for good. */
export function nextTry(failures: number, now: Millis): Millis | null {
  const pause = PAUSES[failures - 1]
  return pause === undefined ? null : now + pause * MINUTE
}

/**
 * Whether a suspension is one that an event has made. What a person or an API key has suspended, or suspended anew, no
 * event brings back.
 */
export function isHeldByEvent({ id, suspendedAt }: LicenseState, holds: Record<string, Millis>): boolean {
  return suspendedAt !== null && holds[id] === suspendedAt
}
