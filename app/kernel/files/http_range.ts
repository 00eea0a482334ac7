/** A range of bytes of a file; both ends are inclusive. */
export type ByteRange = { start: number; end: number }

/** No two runs of spaces are adjacent in the pattern, because matching would then try every way to divide them. */
const RANGE = /^bytes\s*=\s*(?:(\d{1,15})\s*)?-\s*(\d{0,15})$/i

/**
 * Returns the single range of a Range header (RFC 9110, 14.1.2). Null if the whole file must be sent: no header,
 * another unit, several ranges, or a range that ends before it starts. `unsatisfiable` for a range after the end of the
 * file.
 */
export function readRange(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const [, first = '', last = ''] = RANGE.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Number(last)
    return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}

/**
 * Returns true if an If-None-Match header contains this strong ETag. A weak form of it counts too, because a
 * compressing proxy makes the tag weak (RFC 9110, 13.1.2).
 */
export function namesTag(header: string | undefined, tag: string): boolean {
  const named = (header ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  return named.includes(tag) || named.includes('*')
}
