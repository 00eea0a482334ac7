/**
 * The smallest UUID of version 7 of a moment (milliseconds since the epoch): ids lie in order of time, so a
 * span of time is a range of ids.
 */
export function firstIdOf(at: number): string {
  const hex = Math.max(0, Math.floor(at)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`
}
