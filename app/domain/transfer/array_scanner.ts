import { CR, LF, LIMITS, QUOTE, TransferError, type RecordScanner } from './scanner.js'

const BACKSLASH = 92
const COMMA = 44
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

type Phase = 'before' | 'element' | 'separator' | 'next' | 'after'

/**
 * Elements of a JSON array of objects. It follows strings and brackets only; whether each element is valid
 * JSON is seen when its part is parsed.
 */
export class ArrayScanner implements RecordScanner {
  #phase: Phase = 'before'
  #depth = 0
  #inString = false
  #escaped = false
  #line = 1
  #size = 0
  #any = false

  push(bytes: Uint8Array, record: (end: number, line: number) => void) {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte === LF) this.#line++
      if (this.#depth > 0) {
        if (this.#insideElement(byte)) record(at + 1, this.#line)
      } else if (byte !== LF && byte !== CR && byte !== 32 && byte !== 9) this.#between(byte)
    }
  }

  end(): boolean {
    if (this.#phase !== 'after') throw new TransferError('The JSON array is cut off before its end')
    return false
  }

  /** Whether the byte ends the element. */
  #insideElement(byte: number): boolean {
    if (++this.#size > LIMITS.recordBytes) {
      throw new TransferError(
        `The element that ends after line ${this.#line} is larger than ${LIMITS.recordBytes} bytes`
      )
    }
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false
      else if (byte === BACKSLASH) this.#escaped = true
      else if (byte === QUOTE) this.#inString = false
    } else if (byte === QUOTE) this.#inString = true
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#depth++
    else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --this.#depth === 0) {
      this.#phase = 'separator'
      this.#size = 0
      this.#any = true
      return true
    }
    return false
  }

  #between(byte: number) {
    if (this.#phase === 'before' && byte === OPEN_BRACKET) this.#phase = 'element'
    else if ((this.#phase === 'element' || this.#phase === 'next') && byte === OPEN_BRACE) this.#depth = 1
    else if (this.#phase === 'element' && byte === CLOSE_BRACKET && !this.#any) this.#phase = 'after'
    else if (this.#phase === 'separator' && byte === COMMA) this.#phase = 'next'
    else if (this.#phase === 'separator' && byte === CLOSE_BRACKET) this.#phase = 'after'
    else throw new TransferError(`The file must be one JSON array of objects: see line ${this.#line}`)
  }
}
