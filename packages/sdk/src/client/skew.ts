import type { Clock } from '../core/clock.js'
import { TOLERANCE } from './grace.js'

/**
 * `offset`: milliseconds by which the service's clock was ahead of this machine's when this one showed `at` and its
 * monotonic clock `elapsed`.
 */
export type Skew = { offset: number; at: number; elapsed: number }

/** What an answer that the service signed at `signedAt` and that has just arrived shows about this machine's clock. */
export function skewOf(signedAt: number, clock: Clock): Skew {
  const at = clock.now()
  return { offset: signedAt - at, at, elapsed: clock.elapsed() }
}

/**
 * What is known about the clock now. A clock that jumps forward by what it was slow was set right, and is right since
 * then. Other jumps are no correction: while a machine sleeps, its monotonic clock may stand still.
 */
export function skewNow(skew: Skew, clock: Clock): Skew {
  const now = { at: clock.now(), elapsed: clock.elapsed() }
  const jump = now.at - skew.at - (now.elapsed - skew.elapsed)
  const wasSetRight = jump > TOLERANCE && Math.abs(jump - skew.offset) <= TOLERANCE
  return wasSetRight ? { offset: 0, ...now } : skew
}
