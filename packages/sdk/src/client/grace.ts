/** The times of a stored answer, in Unix milliseconds by the clock of the service. */
export type KeptTimes = {
  /** When the service signed it. */
  signedAt: number
  /** When the license ends; null for never. */
  effectiveExpiresAt: number | null
  /** The latest time that this machine's clock has shown. */
  latestSeen: number
}

export type Verdict = { until: number } | { refused: string }

const DAY = 86_400_000
/**
 * How far a clock may be set back, because clocks get corrected: as much as the time of a signature may differ.
 * Milliseconds.
 */
export const TOLERANCE = 300_000

/** Whether a stored answer is still valid at `now`, and until when. */
export function graceAt(now: number, kept: KeptTimes, graceDays: number): Verdict {
  const latest = Math.max(kept.latestSeen, kept.signedAt)
  if (now < latest - TOLERANCE) return { refused: 'the clock of this machine was set back' }
  const reached = Math.max(now, latest)
  if (kept.effectiveExpiresAt !== null && reached >= kept.effectiveExpiresAt) {
    return { refused: 'the license has expired' }
  }
  const graceEnd = kept.signedAt + graceDays * DAY
  if (reached >= graceEnd) return { refused: `the last answer is older than ${graceDays} days` }
  return { until: Math.min(graceEnd, kept.effectiveExpiresAt ?? Infinity) }
}
