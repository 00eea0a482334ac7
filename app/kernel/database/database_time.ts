import type { Millis } from '#kernel/time/millis'

/** How long a sample stays the best one, in milliseconds; after that the next sample replaces it, even a slow one. */
const KEPT = 5000

/** How long a sample is recent enough to refuse a call by it, in milliseconds. */
const RECENT = 1000

/**
 * How far two clocks may drift apart between two samples before one of them was set, or this machine has slept. The
 * monotonic clock stands still while a machine sleeps. Milliseconds.
 */
const DRIFT = 2000

/**
 * Milliseconds between the monotonic clock of this process and the database's clock, the duration of the round trip,
 * and the milliseconds between the monotonic clock and the wall clock of this machine.
 */
type Sample = { origin: number; took: number; at: number; wall: number }

let best: Sample | null = null
let notedAt = -Infinity

/**
 * Records the database's time from the result of a statement: `at` was the time at some moment between `sent` and now,
 * both by `performance.now()`. This way the clock needs no extra round trip.
 */
export function noteDatabaseTime(at: Millis, sent: number) {
  const received = performance.now()
  const sample = {
    origin: at - (sent + received) / 2,
    took: received - sent,
    at: received,
    wall: Date.now() - received,
  }
  notedAt = received
  if (!best || sample.took <= best.took || received - best.at >= KEPT || contradict(sample, best))
    best = sample
}

/**
 * Returns milliseconds since the epoch by the database's clock, which decides runtime calls. If the clocks of two
 * servers differ, neither ends a session early that the other has promised. Before the first sample, and after this
 * machine has slept or its clock was set, it uses this machine's clock.
 */
export function databaseNow(): Millis {
  return best && isUndisturbed(best) ? Math.floor(best.origin + performance.now()) : Date.now()
}

/** Returns true if the database's clock was read less than a second ago. */
export function isDatabaseTimeRecent(): boolean {
  return best !== null && performance.now() - notedAt < RECENT && isUndisturbed(best)
}

/** Returns true if a clock was set between two samples. The middle of a round trip is off by at most half of it. */
function contradict(one: Sample, other: Sample): boolean {
  const imprecision = (one.took + other.took) / 2
  return Math.abs(one.origin - other.origin) > imprecision + DRIFT || Math.abs(one.wall - other.wall) > DRIFT
}

function isUndisturbed({ wall }: Sample): boolean {
  return Math.abs(Date.now() - performance.now() - wall) <= DRIFT
}
