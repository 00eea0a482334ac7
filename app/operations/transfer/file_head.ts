import { CsvScanner } from './csv_scanner.js'
import { assertUsable, namesKey, readHeader, type Header, type HeaderRules } from './header.js'
import type { PartShape } from './part.js'
import type { TransferFormat, TransferLimits } from '#kernel/files/file_limits'
import { TransferError } from './scanner.js'

/** What the first bytes of a file tell: how to read it, and where its records begin. */
export type FileHead = { shape: PartShape; line: number; rest: Buffer }

/** Bytes that no text in UTF-8 begins with, and what merchants upload by mistake instead of one. */
const MISTAKES: [bytes: number[], is: string][] = [
  [[0xff, 0xfe], 'is in UTF-16: save it as "CSV UTF-8"'],
  [[0xfe, 0xff], 'is in UTF-16: save it as "CSV UTF-8"'],
  [[0x1f, 0x8b], 'is compressed with gzip: unpack it first'],
  [[0x50, 0x4b, 0x03, 0x04], 'is a ZIP archive or a spreadsheet: save it as "CSV UTF-8"'],
]

/** Blank bytes after which nobody expects JSON any more. */
const BLANK = 1024

/** Room for a byte order mark and a first line `"sep=;"`. */
const OPENING = 16

/** The line by which spreadsheets say what separates the cells. */
const SEPARATOR_LINE = /^"?sep=([,;|\t])"?\r?\n/i

/** Signs that may separate the cells: the comma, and what spreadsheets write where the comma is for decimals. */
const DELIMITERS = [',', ';', '\t']

/** A way to read the first line, and where that line ends. */
type Reading = { delimiter: string; scanner: CsvScanner; header: { end: number; next: number } | null }

/** Collects the beginning of a file until it is plain what the file is. */
export class HeadReader {
  #pieces: Buffer[] = []
  #size = 0
  /** Bytes before the first line; null while nobody knows. */
  #skipped: number | null = null
  #readings: Reading[] = []

  /** The format is null where the first byte must tell. */
  constructor(
    protected format: TransferFormat | null,
    protected limits: TransferLimits,
    protected rules: HeaderRules = {}
  ) {}

  /** The head once there is enough of it, null before. @throws TransferError for a file that cannot be imported. */
  add(piece: Buffer): FileHead | null {
    this.#pieces.push(piece)
    this.#size += piece.length
    return this.#settle(piece, false)
  }

  /** The head of a file that is so short that it ends here. */
  finish(): FileHead {
    return this.#settle(Buffer.alloc(0), true)!
  }

  #settle(piece: Buffer, last: boolean): FileHead | null {
    let fresh = piece
    if (this.#skipped === null) {
      if (this.#size < OPENING && !last) return null
      const all = Buffer.concat(this.#pieces)
      const text = withoutMark(all)
      this.format ??= sniff(text, last)
      if (this.format === null) return null
      if (this.format !== 'csv') return this.#json(text)
      fresh = this.#open(text, all.length - text.length)
    }
    this.#scan(fresh)
    return this.#csv(last)
  }

  #json(rest: Buffer): FileHead {
    if (this.rules.map) throw new TransferError('map names the columns of a CSV file, and this one is JSON')
    return { shape: { format: this.format!, columns: [], delimiter: '' }, line: 1, rest }
  }

  /** Notes what may separate the cells; returns what of the file is to be scanned. */
  #open(text: Buffer, mark: number): Buffer {
    const named = SEPARATOR_LINE.exec(text.subarray(0, OPENING).toString('latin1'))
    const skipped = named?.[0].length ?? 0
    this.#skipped = mark + skipped
    this.#readings = (named ? [named[1]] : DELIMITERS).map((delimiter) => ({
      delimiter,
      scanner: new CsvScanner(delimiter.charCodeAt(0), named ? 2 : 1),
      header: null,
    }))
    return text.subarray(skipped)
  }

  #scan(piece: Buffer) {
    const before = this.#size - this.#skipped! - piece.length
    for (const reading of this.#readings) {
      if (reading.header) continue
      reading.scanner.push(piece, ({ end, next }) => (reading.header ??= { end: before + end, next }))
    }
  }

  /**
   * The first sign by which the first line names a key wins. One whose line has not ended yet is waited for, until the
   * end of the file, where every line ends, or until the line is longer than any.
   */
  #csv(last: boolean): FileHead | null {
    const tooLong = this.#size > this.limits.recordBytes
    if (!last && !tooLong && this.#readings.some(({ header }) => !header)) return null
    const all = Buffer.concat(this.#pieces).subarray(this.#skipped!)
    let closest: Header | null = null
    for (const { delimiter, header } of this.#readings) {
      if (!header && !last) continue
      const { end, next } = header ?? { end: all.length, next: 1 }
      const read = readHeader(headerText(all.subarray(0, end)), delimiter, this.rules)
      if (namesKey(read)) return this.#found(read, next, all.subarray(end))
      if (!closest || read.headings.length > closest.headings.length) closest = read
    }
    if (!closest) throw new TransferError('The first line does not end')
    assertUsable(closest, this.rules)
    return null
  }

  #found(header: Header, line: number, rest: Buffer): FileHead {
    assertUsable(header, this.rules)
    const { columns, headings, delimiter } = header
    const renamed = columns.some((name, at) => name !== headings[at])
    return { shape: { format: 'csv', columns, delimiter, ...(renamed && { headings }) }, line, rest }
  }
}

function headerText(header: Buffer): string {
  if (header.includes(0))
    throw new TransferError('There is a NUL byte on line 1: save the file as "CSV UTF-8"')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(header)
  } catch {
    throw new TransferError('The first line is not UTF-8: save the file as "CSV UTF-8"')
  }
}

function withoutMark(head: Buffer): Buffer {
  for (const [bytes, is] of MISTAKES) {
    if (bytes.every((byte, at) => head[at] === byte)) throw new TransferError(`The file ${is}`)
  }
  if (head.subarray(0, 4).includes(0)) {
    throw new TransferError(
      'The file begins with a NUL byte, as UTF-16 and UTF-32 do: save it as "CSV UTF-8"'
    )
  }
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? head.subarray(3) : head
}

/** A CSV header begins with neither bracket nor brace; null while there is nothing but white space. */
function sniff(head: Buffer, last: boolean): TransferFormat | null {
  const first = head.find((byte) => byte > 32)
  if (first === undefined) return last || head.length > BLANK ? 'csv' : null
  if (first === 91) return 'json'
  return first === 123 ? 'ndjson' : 'csv'
}
