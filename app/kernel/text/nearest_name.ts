/** Longer names are compared only by their first characters. */
const COMPARED = 64

/**
 * Returns the known name that a misspelt name most probably means, case-insensitively. Returns null if more than a
 * third of the letters of every known name would have to change; one change is always allowed.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  const wanted = name.slice(0, COMPARED).toLowerCase()
  let nearest: string | null = null
  let least = Infinity
  for (const candidate of known) {
    const steps = distance(wanted, candidate.toLowerCase())
    if (steps >= least || steps > Math.max(1, Math.floor(candidate.length / 3))) continue
    nearest = candidate
    least = steps
  }
  return nearest
}

/** How many letters must be added, removed, replaced or swapped with a neighbour (optimal string alignment). */
function distance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1]
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (swapped) row[j] = Math.min(row[j], before[j - 2] + 1)
    }
    before = last
    last = row
  }
  return last[other.length]
}
