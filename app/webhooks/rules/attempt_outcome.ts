import { nextRetryAt } from './retry_schedule.js'

/**
 * The result of one attempt: an HTTP response, or the reason why there is none. `permanent` failures are never
 * retried.
 */
export type Answer = (
  | { responseStatus: number; failure?: undefined; permanent?: undefined }
  | { responseStatus: number | null; failure: string; permanent: boolean }
) & {
  /** The beginning of the response; null without a response. */
  text?: string | null
}

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** The state of a delivery after an attempt. */
export type AttemptOutcome = {
  status: 'pending' | 'succeeded' | 'failed'
  responseStatus: number | null
  /** The error for the record; null on success. */
  error: string | null
  /** Milliseconds since the epoch; null when there is no next attempt. */
  nextRetryAt: number | null
}

/**
 * Evaluates attempt number `attempt` of a delivery, which ended at `now` (interface#64-delivery-rules). 2xx is a
 * success; a redirect or a refused address is a permanent failure; anything else is retried while attempts remain.
 */
export function settle(
  answer: Answer,
  attempt: number,
  attemptsAllowed: number,
  now: number,
  delays: readonly number[]
): AttemptOutcome {
  const { responseStatus } = answer
  const error = answer.failure ?? problemOf(answer.responseStatus)
  if (error === null) return { status: 'succeeded', responseStatus, error, nextRetryAt: null }
  const permanent = answer.permanent ?? isRedirect(answer.responseStatus)
  const next = permanent ? null : nextRetryAt(attempt, attemptsAllowed, now, delays)
  return { status: next === null ? 'failed' : 'pending', responseStatus, error, nextRetryAt: next }
}

function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return isRedirect(status) ? `HTTP ${status}: redirects are not followed` : `HTTP ${status}`
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400
}
