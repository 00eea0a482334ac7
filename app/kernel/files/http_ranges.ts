import { readRange, type ByteRange } from './http_range.js'

/** The most ranges of one request: as many as software updaters ask for at a time. */
const MOST_RANGES = 1000

/**
 * Returns the ranges of a Range header (RFC 9110, 14.2), in file order. Null if the whole file must be sent: no header,
 * too many ranges, or ranges that overlap or are not in file order, which could send more than the file has.
 */
export function readRanges(header: string | undefined, size: number): ByteRange[] | null | 'unsatisfiable' {
  const [, list] = /^\s*bytes\s*=([\d\s,-]*)$/i.exec(header ?? '') ?? []
  if (list === undefined) return null
  const asked = list.split(',', MOST_RANGES + 1)
  if (asked.length > MOST_RANGES) return null
  const ranges: ByteRange[] = []
  for (const one of asked) {
    const range = readRange(`bytes=${one}`, size)
    if (range === null) return null
    if (range !== 'unsatisfiable') ranges.push(range)
  }
  if (ranges.length === 0) return 'unsatisfiable'
  const ordered = ranges.every(({ start }, at) => at === 0 || start > ranges[at - 1].end)
  return ordered ? ranges : null
}

/** Groups the ranges that are read in one go, because the gap between them is too small for separate reads. */
export function readTogether(ranges: ByteRange[], gap: number): ByteRange[][] {
  const groups: ByteRange[][] = []
  for (const range of ranges) {
    const last = groups.at(-1)
    if (last && range.start - last.at(-1)!.end <= gap) last.push(range)
    else groups.push([range])
  }
  return groups
}
