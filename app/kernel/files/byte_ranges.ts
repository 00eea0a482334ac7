import { randomBytes } from 'node:crypto'
import type { ByteRange } from './http_range.js'
import { readTogether } from './http_ranges.js'

/** Gaps up to this size, in bytes, are read and discarded, because that is cheaper than a separate read. */
const GAP = 64 * 1024

/** Opens a range of a file that exists. */
type OpenRange = (range: ByteRange) => Promise<AsyncIterable<Buffer>>

/** A response with several ranges of a file (RFC 9110, 15.3.7.2): its media type, its length, and its bytes. */
export type ByteRanges = { type: string; length: number; bytes: (open: OpenRange) => AsyncGenerator<Buffer> }

/** Formats ranges of a file of `size` bytes, in file order, as `multipart/byteranges`. */
export function byteRanges(ranges: ByteRange[], size: number, contentType: string): ByteRanges {
  const boundary = randomBytes(12).toString('hex')
  const headOf = ({ start, end }: ByteRange) =>
    Buffer.from(
      `\r\n--${boundary}\r\nContent-Type: ${contentType}\r\nContent-Range: bytes ${start}-${end}/${size}\r\n\r\n`
    )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const length = ranges.reduce(
    (sum, range) => sum + headOf(range).length + range.end - range.start + 1,
    tail.length
  )
  async function* bytes(open: OpenRange) {
    for (const group of readTogether(ranges, GAP)) yield* cutOut(group, open, headOf)
    yield tail
  }
  return { type: `multipart/byteranges; boundary=${boundary}`, length, bytes }
}

/** Reads the span of a group of ranges and yields only the ranges, each after its part header. */
async function* cutOut(group: ByteRange[], open: OpenRange, headOf: (range: ByteRange) => Buffer) {
  let at = group[0].start
  let next = 0
  for await (const piece of await open({ start: at, end: group.at(-1)!.end })) {
    const behind = at + piece.length
    for (; next < group.length && group[next].start < behind; next++) {
      const { start, end } = group[next]
      if (start >= at) yield headOf(group[next])
      yield piece.subarray(Math.max(0, start - at), Math.min(piece.length, end + 1 - at))
      if (end >= behind) break
    }
    at = behind
  }
}
