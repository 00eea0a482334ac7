/**
 * The seconds that a `Prefer` header asks to wait (RFC 7240, `wait=N`), at most `max`. Null if it has no valid
 * `wait`, because an invalid preference is not an error.
 */
export function preferredWait(header: string | undefined, max: number): number | null {
  for (const preference of header?.split(',') ?? []) {
    const seconds = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;.*)?$/i.exec(preference)?.[1]
    if (seconds !== undefined) return Math.min(Number(seconds), max)
  }
  return null
}
