import { CR, LF, LIMITS, QUOTE, TransferError, type RecordScanner } from './scanner.js'

/** Where in a record the scanner stands. */
const CELL_START = 0
const UNQUOTED = 1
const QUOTED = 2
const AFTER_QUOTE = 3

/**
 * Records of a CSV file (RFC 4180): a line feed ends one, except between quotes; blank lines are none. It
 * walks through cells exactly as `parseCsv` does, so that both see the same records.
 */
export class CsvScanner implements RecordScanner {
  #state = CELL_START
  #cells = 1
  #cellBytes = 0
  #blank = true
  #quoteLine = 0

  constructor(
    readonly delimiter: number,
    protected line = 1
  ) {}

  push(bytes: Uint8Array, record: (end: number, line: number) => void) {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]
      if (this.#state === QUOTED) {
        if (byte === LF) this.line++
        if (byte === QUOTE) this.#state = AFTER_QUOTE
        else this.#countByte()
      } else if (byte === QUOTE && this.#state !== UNQUOTED) {
        if (this.#state === CELL_START) this.#quoteLine = this.line
        this.#state = QUOTED
        this.#blank = false
      } else if (byte === this.delimiter) {
        this.#nextCell()
      } else if (byte === LF) {
        if (!this.#blank) record(at + 1, this.line)
        this.line++
        this.#nextRecord()
      } else {
        this.#state = UNQUOTED
        if (byte !== CR) this.#blank = false
        this.#countByte()
      }
    }
  }

  end(): boolean {
    if (this.#state === QUOTED) {
      throw new TransferError(`The quote that opens on line ${this.#quoteLine} is never closed`)
    }
    return !this.#blank
  }

  #nextCell() {
    this.#state = CELL_START
    this.#blank = false
    this.#cellBytes = 0
    if (++this.#cells > LIMITS.columns) {
      throw new TransferError(`Line ${this.line} has more than ${LIMITS.columns} columns`)
    }
  }

  #nextRecord() {
    this.#state = CELL_START
    this.#blank = true
    this.#cellBytes = 0
    this.#cells = 1
  }

  #countByte() {
    if (++this.#cellBytes <= LIMITS.cellBytes) return
    const line = this.#state === QUOTED ? this.#quoteLine : this.line
    const hint = this.#state === QUOTED ? ': is its quote never closed?' : ''
    throw new TransferError(`A cell on line ${line} is larger than ${LIMITS.cellBytes} bytes${hint}`)
  }
}
