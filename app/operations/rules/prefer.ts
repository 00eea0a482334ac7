/**
 * The seconds that a `Prefer` header asks to be held for (RFC 7240, `wait=N`), at most `max`; null when it
 * asks for nothing that can be understood, because a preference is never an error.
 */
export function preferredWait(header: string | undefined, max: number): number | null {
  for (const preference of header?.split(',') ?? []) {
    const seconds = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;.*)?$/i.exec(preference)?.[1]
    if (seconds !== undefined) return Math.min(Number(seconds), max)
  }
  return null
}
