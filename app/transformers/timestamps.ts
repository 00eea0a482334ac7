/** A timestamp as the interface writes it: ISO 8601 in UTC with milliseconds and Z; null stays null. */
export function iso(at: Date | number): string
export function iso(at: Date | number | null): string | null
export function iso(at: Date | number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
