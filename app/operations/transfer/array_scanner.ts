import type { FileProblem } from './file_problem.js'
import { CR, LF, QUOTE, SPACE, TAB, type FoundRecord, type RecordScanner } from './scanner.js'

const BACKSLASH = 92
const COMMA = 44
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/** The position of the scanner between elements. */
type Phase = 'before' | 'first' | 'separator' | 'next' | 'after'

/** The kind of the current element. */
type Element = 'nested' | 'string' | 'scalar'

/** Brackets deeper than this are counted but not matched; no license nests so deeply. */
const COMPARED_DEPTH = 1024

/**
 * Finds the elements of a JSON array, of any kind. It follows strings and brackets only; whether each element is
 * valid JSON is checked when its part is read. If the brackets do not match, the start of the next element is
 * unknown, so the file is refused.
 */
export class ArrayScanner implements RecordScanner {
  problem: FileProblem | null = null
  #element: Element | null = null
  #opened = new Uint8Array(COMPARED_DEPTH)
  #depth = 0
  #inString = false
  #escaped = false
  #size = 0
  #firstLine = 1

  /** A part that was cut from an array starts after an element: phase `separator`. */
  constructor(
    protected line = 1,
    protected phase: Phase = 'before'
  ) {}

  push(bytes: Uint8Array, found: (record: FoundRecord) => void) {
    let start = -this.#size
    for (let at = 0; at < bytes.length && this.problem === null; at++) {
      const byte = bytes[at]
      if (this.#element === null) {
        if (this.#begins(byte)) start = at
      } else if (this.#element === 'scalar') {
        if (endsScalar(byte)) {
          found(this.#ended(start, at))
          this.#between(byte)
        }
      } else if (this.#endsWith(byte)) found(this.#ended(start, at + 1))
      if (byte === LF) this.line++
    }
    this.#size = this.#element === null ? 0 : bytes.length - start
  }

  open() {
    return this.#element === null ? null : { size: this.#size, line: this.#firstLine }
  }

  end() {
    if (this.#element !== null) this.problem = { reason: 'array-cut-in-element', line: this.#firstLine }
    else if (this.phase !== 'after') this.problem = { reason: 'array-cut-off', line: this.line }
  }

  #ended(start: number, end: number): FoundRecord {
    this.#element = null
    this.phase = 'separator'
    return { start, end, line: this.#firstLine, next: this.line }
  }

  /** Whether a byte between elements begins one. */
  #begins(byte: number): boolean {
    const expected = this.phase === 'first' || this.phase === 'next'
    if (!expected || isSpace(byte) || byte === COMMA || byte === CLOSE_BRACKET) {
      this.#between(byte)
      return false
    }
    this.#firstLine = this.line
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.#element = 'nested'
      this.#opened[0] = byte
      this.#depth = 1
    } else if (byte === QUOTE) {
      this.#element = 'string'
      this.#inString = true
    } else this.#element = 'scalar'
    return true
  }

  #between(byte: number) {
    if (isSpace(byte)) return
    if (this.phase === 'before' && byte === OPEN_BRACKET) this.phase = 'first'
    else if (this.phase === 'first' && byte === CLOSE_BRACKET) this.phase = 'after'
    else if (this.phase === 'separator' && byte === COMMA) this.phase = 'next'
    else if (this.phase === 'separator' && byte === CLOSE_BRACKET) this.phase = 'after'
    else this.problem = { reason: 'not-an-array', line: this.line }
  }

  /** Whether a byte ends the current string or nested element. */
  #endsWith(byte: number): boolean {
    if (this.#inString) {
      if (byte === LF) this.problem = { reason: 'array-text-not-closed', line: this.line }
      if (this.#escaped) this.#escaped = false
      else if (byte === BACKSLASH) this.#escaped = true
      else if (byte === QUOTE) this.#inString = false
      return !this.#inString && this.#element === 'string'
    }
    if (byte === QUOTE) this.#inString = true
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#opened[this.#depth++] = byte
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) return this.#closes(byte)
    return false
  }

  #closes(byte: number): boolean {
    // In ASCII both closing brackets are two after their opening ones. Below the compared depth `opening` is undefined.
    const opening = this.#opened[--this.#depth]
    if (opening !== undefined && opening !== byte - 2) {
      this.problem = { reason: 'array-brackets', line: this.line }
    }
    return this.#depth === 0
  }
}

function isSpace(byte: number): boolean {
  return byte === SPACE || byte === LF || byte === CR || byte === TAB
}

function endsScalar(byte: number): boolean {
  return isSpace(byte) || byte === COMMA || byte === CLOSE_BRACKET
}
