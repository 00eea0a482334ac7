/** Bytes of a file, both ends included. */
export type ByteRange = { start: number; end: number }

/** No two runs of spaces stand side by side in it, which would be parted in every way. */
const RANGE = /^bytes\s*=\s*(?:(\d{1,15})\s*)?-\s*(\d{0,15})$/i

/**
 * The one range of a Range header (RFC 9110, 14.1.2). Null where the whole is to be sent: no header, another unit, or
 * several ranges. `unsatisfiable` for a range behind the end of the file.
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
 * Whether an If-None-Match names this strong ETag. A weak one counts too: a proxy that compresses makes ours weak
 * (RFC 9110, 13.1.2).
 */
export function namesTag(header: string | undefined, tag: string): boolean {
  const named = (header ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  return named.includes(tag) || named.includes('*')
}
