import { isUnable } from '#kernel/refusals/database_faults'

/** How long after its last refusal a server still counts as unable. Milliseconds. */
const FRESH = 30_000

let latest: { cause: string; at: number } | null = null

/** Notes that Postgres has refused a statement, if it could not do its work. `at` is a time of `performance.now`. */
export function noteRefusal(
  { code = '', message }: { code?: string; message: string },
  at = performance.now()
) {
  if (isUnable(code)) latest = { cause: message, at }
}

/** What Postgres said when it could not do its work within the last 30 seconds; null if it could. For operators only. */
export function recentRefusal(now = performance.now()): string | null {
  return latest && now - latest.at < FRESH ? latest.cause : null
}
