import { CR, LF, LIMITS, TransferError, type RecordScanner } from './scanner.js'

/** Records of an NDJSON file: one a line; blank lines are none. */
export class LineScanner implements RecordScanner {
  #size = 0
  #line = 1

  push(bytes: Uint8Array, record: (end: number, line: number) => void) {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte === LF) {
        if (this.#size > 0) record(at + 1, this.#line)
        this.#size = 0
        this.#line++
      } else if (byte !== CR && ++this.#size > LIMITS.recordBytes) {
        throw new TransferError(`Line ${this.#line} is larger than ${LIMITS.recordBytes} bytes`)
      }
    }
  }

  end(): boolean {
    return this.#size > 0
  }
}
