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

/** What an event says that found only some of its licenses, or none: the merchant has deleted the others. */
export function afterDeletion(
  found: EventResult,
  { deleted, all, isFlagged }: { deleted: number; all: number; isFlagged: boolean }
): EventResult {
  const part = `${found.result}; of ${all} licenses, ${deleted} ${deleted === 1 ? 'is' : 'are'} deleted`
  const whole = `The ${all === 1 ? 'license is' : 'licenses are'} deleted: nothing changes`
  const flag = isFlagged ? ', and the order is flagged' : ''
  return { ...found, result: `${deleted < all ? part : whole}${flag}` }
}

/** What becomes of an event that has been tried; `due` is null if it is not tried again. */
export type NextTry = { state: 'queued' | 'done' | 'ignored' | 'failed'; tries: number; due: Millis | null }

/** The pause after each failure. Minutes (contract/10-storefront#106-processor-events). */
const PAUSES = [1, 2, 5, 15, 30, 60]
const MINUTE = 60_000

/** What becomes of an event that failed after `tries` earlier tries. */
export function afterFailure(tries: number, now: Millis): NextTry {
  const pause = PAUSES[tries]
  return pause === undefined
    ? { state: 'failed', tries: tries + 1, due: null }
    : { state: 'queued', tries: tries + 1, due: now + pause * MINUTE }
}

/** The pause after a lost lock. Milliseconds; long enough that a held order leaves the worker to other orgs. */
const LOCK_PAUSE = 10_000

/**
 * What becomes of an event whose rows another change held. The event has not failed: somebody was at work on the same
 * order, so it does not count as a try and does not wait a minute.
 */
export function afterLock(tries: number, now: Millis): NextTry {
  return { state: 'queued', tries, due: now + LOCK_PAUSE }
}

/**
 * Returns whether an event made the current suspension of a license. An event must not end a suspension that a person
 * or an API key made, even if an event had suspended the license before.
 */
export function isHeldByEvent({ id, suspendedAt }: LicenseState, holds: Record<string, Millis>): boolean {
  return suspendedAt !== null && holds[id] === suspendedAt
}
