/**
 * The smallest UUID of version 7 for a time in milliseconds since the epoch. These ids sort by time, so a period is a
 * range of ids.
 */
export function firstIdOf(at: number): string {
  const hex = Math.max(0, Math.floor(at)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`
}
