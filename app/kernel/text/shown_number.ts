/** A count as people read it: 10,000. */
export function shownNumber(count: number): string {
  return count.toLocaleString('en')
}
