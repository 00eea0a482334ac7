import type { Millis } from '#kernel/time/millis'

/** A sample stays the best one for this long, in milliseconds; then the next one counts, however slow it was. */
const KEPT = 5000

/** Milliseconds between this process's steady clock and the database's, and how long the answer that told it took. */
type Sample = { origin: number; took: number; at: number }

let best: Sample | null = null

/**
 * Notes the time that a statement brought along: `at` was the database's moment at some time between `sent` and now,
 * both by `performance.now()`. So the clock costs no round trip of its own.
 */
export function noteDatabaseTime(at: Millis, sent: number) {
  const received = performance.now()
  const took = received - sent
  if (best && took > best.took && received - best.at < KEPT) return
  best = { origin: at - (sent + received) / 2, took, at: received }
}

/**
 * Milliseconds since the epoch by the database's clock, which decides runtime calls: of two servers whose clocks differ
 * neither ends a session early that the other has promised. Until a first statement has told it, this machine's clock.
 */
export function databaseNow(): Millis {
  return best ? Math.floor(best.origin + performance.now()) : Date.now()
}
