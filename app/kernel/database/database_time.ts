import type { Millis } from '#kernel/time/millis'

/** How long a sample stays the best one, in milliseconds; after that the next sample replaces it, even a slow one. */
const KEPT = 5000

/**
 * Milliseconds between the monotonic clock of this process and the database's clock, and the duration of the round
 * trip.
 */
type Sample = { origin: number; took: number; at: number }

let best: Sample | null = null

/**
 * Records the database's time from the result of a statement: `at` was the time at some moment between `sent` and now,
 * both by `performance.now()`. This way the clock needs no extra round trip.
 */
export function noteDatabaseTime(at: Millis, sent: number) {
  const received = performance.now()
  const took = received - sent
  if (best && took > best.took && received - best.at < KEPT) return
  best = { origin: at - (sent + received) / 2, took, at: received }
}

/**
 * Returns milliseconds since the epoch by the database's clock, which decides runtime calls. If the clocks of two
 * servers differ, neither ends a session early that the other has promised. Before the first sample it uses this
 * machine's clock.
 */
export function databaseNow(): Millis {
  return best ? Math.floor(best.origin + performance.now()) : Date.now()
}
