import type { FileProblem } from './file_problem.js'
import { CR, LF, QUOTE, SPACE, TAB, type FoundRecord, type RecordScanner } from './scanner.js'

/** The position of the scanner within a record. */
const CELL_START = 0
const UNQUOTED = 1
const QUOTED = 2
const AFTER_QUOTE = 3

/**
 * Finds the records of a CSV file (RFC 4180): a line feed ends a record, except between quotes; blank lines and rows
 * of empty cells do not count. It splits cells exactly as `parseCsv` does, so that both find the same records.
 */
export class CsvScanner implements RecordScanner {
  problem: FileProblem | null = null
  #state = CELL_START
  #blank = true
  #size = 0
  #quoteLine = 0
  #firstLine: number

  constructor(
    readonly delimiter: number,
    protected line = 1
  ) {
    this.#firstLine = line
  }

  push(bytes: Uint8Array, found: (record: FoundRecord) => void) {
    let from = -this.#size
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]
      if (this.#state === QUOTED) {
        if (byte === QUOTE) this.#state = AFTER_QUOTE
        else if (!isSpace(byte)) this.#blank = false
        if (byte === LF) this.line++
      } else if (byte === QUOTE && this.#state !== UNQUOTED) {
        if (this.#state === CELL_START) this.#quoteLine = this.line
        else this.#blank = false
        this.#state = QUOTED
      } else if (byte === this.delimiter) {
        this.#state = CELL_START
      } else if (byte === LF) {
        this.line++
        if (!this.#blank) found({ start: from, end: at + 1, line: this.#firstLine, next: this.line })
        from = at + 1
        this.#nextRecord()
      } else {
        this.#state = UNQUOTED
        if (!isSpace(byte)) this.#blank = false
      }
    }
    this.#size = bytes.length - from
  }

  open() {
    return this.#blank ? null : { size: this.#size, line: this.#firstLine }
  }

  end() {
    if (this.#state === QUOTED) this.problem = { reason: 'quote-not-closed', line: this.#quoteLine }
  }

  #nextRecord() {
    this.#state = CELL_START
    this.#blank = true
    this.#firstLine = this.line
  }
}

function isSpace(byte: number): boolean {
  return byte === SPACE || byte === TAB || byte === CR
}
