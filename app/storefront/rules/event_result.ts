import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'

/**
 * The result of an event. An `ignored` event is kept, and the merchant can replay it later. If `waits` is true, the
 * service processes the event automatically after its purchase.
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

/** The pause after each failure. Minutes (contract/10-storefront#106-processor-events). */
const PAUSES = [1, 2, 5, 15, 30, 60]
const MINUTE = 60_000

/** The time of the next try after this number of failures; null if the event has failed permanently. */
export function nextTry(failures: number, now: Millis): Millis | null {
  const pause = PAUSES[failures - 1]
  return pause === undefined ? null : now + pause * MINUTE
}

/**
 * Returns whether an event made the current suspension of a license. An event must not end a suspension that a person
 * or an API key made, even if an event had suspended the license before.
 */
export function isHeldByEvent({ id, suspendedAt }: LicenseState, holds: Record<string, Millis>): boolean {
  return suspendedAt !== null && holds[id] === suspendedAt
}
