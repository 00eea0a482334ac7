import { deny, type Verdict } from '#kernel/refusals/verdict'
import { CsvScanner } from './csv_scanner.js'
import type { FileProblem } from './file_problem.js'
import type { FoundRecord } from './scanner.js'
import { headerProblem, namesKey, readHeader, type Header, type HeaderRules } from './header.js'
import type { PartShape } from './part.js'
import type { TransferFormat, TransferLimits } from '#kernel/files/file_limits'

/** How to read a file, and where its records begin, as its first bytes show. */
type FileHead = { shape: PartShape; line: number; rest: Buffer }

/** The head of a file that can be imported. */
export type HeadVerdict = Verdict<FileProblem, { head: FileHead }>

/** Leading bytes of files that merchants upload by mistake; no UTF-8 text of an import begins with them. */
const MISTAKES: [bytes: number[], problem: FileProblem][] = [
  [[0xff, 0xfe], { reason: 'utf-16' }],
  [[0xfe, 0xff], { reason: 'utf-16' }],
  [[0x1f, 0x8b], { reason: 'gzip' }],
  [[0x50, 0x4b, 0x03, 0x04], { reason: 'zip' }],
]

/** After this many blank bytes a file is no longer expected to be JSON. */
const BLANK = 1024

/** Room for a byte order mark and a first line `"sep=;"`. */
const OPENING = 16

/** The most bytes to scan at once for the end of the first line. */
const STEP = 512

/** The line in which a spreadsheet names the delimiter. */
const SEPARATOR_LINE = /^"?sep=([,;|\t])"?\r?\n/i

/** Possible delimiters: the comma, and those that spreadsheets use where the comma is the decimal separator. */
const DELIMITERS = [',', ';', '\t']

/** An attempt to read the first line with one delimiter, and where that line ends. */
type Reading = { delimiter: string; scanner: CsvScanner; header: { end: number; next: number } | null }

/** Collects the beginning of a file until its format is known. */
export class HeadReader {
  #pieces: Buffer[] = []
  #size = 0
  /** Bytes before the first line; null while unknown. */
  #skipped: number | null = null
  #readings: Reading[] = []

  /** `format` is null if the first byte must determine it. */
  constructor(
    protected format: TransferFormat | null,
    protected limits: TransferLimits,
    protected rules: HeaderRules = {}
  ) {}

  /** Returns the head once there are enough bytes, and null before. */
  add(piece: Buffer): HeadVerdict | null {
    this.#pieces.push(piece)
    this.#size += piece.length
    return this.#settle(piece, false)
  }

  /** Returns the head of a file that ends before there were enough bytes. */
  finish(): HeadVerdict {
    return this.#settle(Buffer.alloc(0), true)!
  }

  #settle(piece: Buffer, last: boolean): HeadVerdict | null {
    let fresh = piece
    if (this.#skipped === null) {
      if (this.#size < OPENING && !last) return null
      const all = Buffer.concat(this.#pieces)
      const problem = mistakeOf(all)
      if (problem) return deny(problem)
      const text = withoutMark(all)
      this.format ??= sniff(text, last)
      if (this.format === null) return null
      if (this.format !== 'csv') return this.#json(text)
      fresh = this.#open(text, all.length - text.length)
    }
    this.#scan(fresh)
    return this.#csv(last)
  }

  #json(rest: Buffer): HeadVerdict {
    if (this.rules.map) return deny({ reason: 'map-of-json' })
    return {
      allow: true,
      head: { shape: { format: this.format!, columns: [], delimiter: '' }, line: 1, rest },
    }
  }

  /** Stores the possible delimiters; returns the bytes to scan. */
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
      // Scan in small steps, so that bytes after the first line are not scanned for each delimiter.
      for (let at = 0; at < piece.length && !reading.header; at += STEP) {
        const found = ({ end, next }: FoundRecord) => (reading.header ??= { end: before + at + end, next })
        reading.scanner.push(piece.subarray(at, at + STEP), found)
      }
    }
  }

  /**
   * Chooses the first delimiter with which the first line names a key. Waits until the first line has ended for every
   * delimiter, the file has ended, or the line is longer than allowed.
   */
  #csv(last: boolean): HeadVerdict | null {
    const tooLong = this.#size > this.limits.recordBytes
    if (!last && !tooLong && this.#readings.some(({ header }) => !header)) return null
    const all = Buffer.concat(this.#pieces).subarray(this.#skipped!)
    let closest: Header | null = null
    for (const { delimiter, scanner, header } of this.#readings) {
      if (!header && !last) continue
      const { end, next } = header ?? { end: all.length, next: 1 }
      const text = headerText(all.subarray(0, end))
      if (!text.allow) return text
      const read = readHeader(text.text, delimiter, this.rules)
      if (namesKey(read)) {
        // A quote that is still open where the file ends has made a heading of all that follows it.
        if (!header) scanner.end()
        return scanner.problem ? deny(scanner.problem) : this.#found(read, next, all.subarray(end))
      }
      if (!closest || read.headings.length > closest.headings.length) closest = read
    }
    // No delimiter finds a key, so report the problem of the reading with the most columns.
    const problem = closest && headerProblem(closest, this.rules)
    return deny(problem ?? { reason: 'header-without-end' })
  }

  #found(header: Header, line: number, rest: Buffer): HeadVerdict {
    const problem = headerProblem(header, this.rules)
    if (problem) return deny(problem)
    const { columns, headings, delimiter } = header
    const renamed = columns.some((name, at) => name !== headings[at])
    return {
      allow: true,
      head: { shape: { format: 'csv', columns, delimiter, ...(renamed && { headings }) }, line, rest },
    }
  }
}

function headerText(header: Buffer): Verdict<FileProblem, { text: string }> {
  if (header.includes(0)) return deny({ reason: 'nul-byte-in-header' })
  try {
    return { allow: true, text: new TextDecoder('utf-8', { fatal: true }).decode(header) }
  } catch {
    return deny({ reason: 'header-not-utf8' })
  }
}

function mistakeOf(head: Buffer): FileProblem | null {
  const mistake = MISTAKES.find(([bytes]) => bytes.every((byte, at) => head[at] === byte))
  if (mistake) return mistake[1]
  return head.subarray(0, 4).includes(0) ? { reason: 'nul-bytes-first' } : null
}

function withoutMark(head: Buffer): Buffer {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? head.subarray(3) : head
}

/** Detects the format: a CSV header begins with neither bracket nor brace. Null while there is only white space. */
function sniff(head: Buffer, last: boolean): TransferFormat | null {
  const first = head.find((byte) => byte > 32)
  if (first === undefined) return last || head.length > BLANK ? 'csv' : null
  if (first === 91) return 'json'
  return first === 123 ? 'ndjson' : 'csv'
}
