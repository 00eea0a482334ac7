/** Milliseconds that a replay may take until its delivery is stored. */
const MARGIN = 60_000

/**
 * The time of the oldest delivery that a replay may send again, in milliseconds since the epoch. The retention job may
 * delete older ones with their events while the replay runs.
 */
export function oldestReplayable(now: number, retentionMs: number): number {
  return now - retentionMs + MARGIN
}
