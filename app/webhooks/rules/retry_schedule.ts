/** Milliseconds since the epoch. */
type Millis = number

/** Delays before the 2nd to 6th attempt in seconds (contract#retry-delays): 6 attempts in all. */
export const RETRY_DELAYS = [30, 60, 120, 240, 480]

/** The number of attempts of a delivery: the first one, and one after each delay. */
export function maxAttempts(delays: readonly number[]): number {
  return delays.length + 1
}

/**
 * The time of the next attempt after attempt number `attempt` (the first is 1) failed at `now`. Null if it was the
 * last attempt.
 */
export function nextRetryAt(
  attempt: number,
  attemptsAllowed: number,
  now: Millis,
  delays: readonly number[] = RETRY_DELAYS
): Millis | null {
  if (attempt >= attemptsAllowed || delays.length === 0) return null
  return now + delays[Math.min(attempt, delays.length) - 1] * 1000
}
