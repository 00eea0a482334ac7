import { readHeader } from './csv.js'
import { CsvScanner } from './csv_scanner.js'
import type { PartShape } from './part.js'
import { TransferError, type TransferFormat, type TransferLimits } from './scanner.js'

/** What the first bytes of a file tell: how to read it, and where its records begin. */
export type FileHead = { shape: PartShape; line: number; rest: Buffer }

/** Bytes that no text in UTF-8 begins with, and what merchants upload by mistake instead of one. */
const MISTAKES: [bytes: number[], is: string][] = [
  [[0xff, 0xfe], 'is in UTF-16: save it as UTF-8'],
  [[0xfe, 0xff], 'is in UTF-16: save it as UTF-8'],
  [[0x1f, 0x8b], 'is compressed with gzip: unpack it first'],
  [[0x50, 0x4b, 0x03, 0x04], 'is a ZIP archive or a spreadsheet: save it as CSV in UTF-8'],
]

/** Blank bytes after which nobody expects JSON any more. */
const BLANK = 1024

/** Collects the beginning of a file until it is plain what the file is. */
export class HeadReader {
  #pieces: Buffer[] = []
  #size = 0
  #scanner = new CsvScanner(44)
  #header: { end: number; next: number } | null = null

  /** The format is null where the first byte must tell. */
  constructor(
    protected format: TransferFormat | null,
    protected limits: TransferLimits
  ) {}

  /** The head once there is enough of it, null before. Errors: a file that cannot be imported. */
  add(piece: Buffer): FileHead | null {
    if (!this.#header) {
      this.#scanner.push(piece, ({ end, next }) => (this.#header ??= { end: this.#size + end, next }))
    }
    this.#pieces.push(piece)
    this.#size += piece.length
    if (this.#size < 4) return null
    if (this.format === 'csv' && !this.#header) return this.#wait()
    return this.#settle(false)
  }

  /** The head of a file that is so short that it ends here. */
  finish(): FileHead {
    return this.#settle(true)!
  }

  #settle(last: boolean): FileHead | null {
    const all = Buffer.concat(this.#pieces)
    const text = withoutMark(all)
    this.format ??= sniff(text, last)
    if (this.format === null) return null
    const { format } = this
    if (format !== 'csv') return { shape: { format, columns: [], delimiter: '' }, line: 1, rest: text }
    if (!this.#header && !last) return this.#wait()
    const { end, next } = this.#header ?? { end: all.length, next: 1 }
    const shape = { format, ...readHeader(headerText(withoutMark(all.subarray(0, end)))) }
    return { shape, line: next, rest: all.subarray(end) }
  }

  #wait(): null {
    if (this.#size > this.limits.recordBytes) throw new TransferError('The first line does not end')
    return null
  }
}

function headerText(header: Buffer): string {
  if (header.includes(0)) throw new TransferError('There is a NUL byte on line 1: save the file as UTF-8')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(header)
  } catch {
    throw new TransferError('The first line is not UTF-8: save the file as UTF-8')
  }
}

function withoutMark(head: Buffer): Buffer {
  for (const [bytes, is] of MISTAKES) {
    if (bytes.every((byte, at) => head[at] === byte)) throw new TransferError(`The file ${is}`)
  }
  if (head.subarray(0, 4).includes(0)) {
    throw new TransferError('The file begins with a NUL byte, as UTF-16 and UTF-32 do: save it as UTF-8')
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
