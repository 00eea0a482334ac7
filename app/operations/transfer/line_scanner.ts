import { CR, LF, SPACE, TAB, type FoundRecord, type RecordScanner } from './scanner.js'

/** Finds the records of an NDJSON file: one per line; blank lines do not count. */
export class LineScanner implements RecordScanner {
  readonly problem = null
  #size = 0
  #blank = true

  constructor(protected line = 1) {}

  push(bytes: Uint8Array, found: (record: FoundRecord) => void) {
    let from = -this.#size
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte === LF) {
        const { line } = this
        this.line++
        if (!this.#blank) found({ start: from, end: at + 1, line, next: this.line })
        from = at + 1
        this.#blank = true
      } else if (byte !== CR && byte !== SPACE && byte !== TAB) this.#blank = false
    }
    this.#size = bytes.length - from
  }

  open() {
    return this.#blank ? null : { size: this.#size, line: this.line }
  }

  end() {}
}
