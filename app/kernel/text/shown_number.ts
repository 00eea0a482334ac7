/** Formats a count for people: 10,000. */
export function shownNumber(count: number): string {
  return count.toLocaleString('en')
}
