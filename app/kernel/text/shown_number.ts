/** A count as people read it: 10,000. */
export function shown(count: number): string {
  return count.toLocaleString('en')
}
