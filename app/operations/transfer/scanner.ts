import type { FileProblem } from './file_problem.js'

/** The place of a record: its line, and its offsets within the pushed bytes, which are negative for earlier bytes. */
export type FoundRecord = {
  start: number
  end: number
  line: number
  /** The line of the byte after the record. */
  next: number
}

/**
 * Finds records in a stream of bytes, however it is split into pieces. It stores a few numbers and no bytes, so its
 * memory use does not depend on the file's size. After a problem it cannot tell records apart any more.
 */
export interface RecordScanner {
  readonly problem: FileProblem | null
  /** Reports each record that ends in `bytes`, up to the first problem. */
  push(bytes: Uint8Array, found: (record: FoundRecord) => void): void
  /** The incomplete current record: its bytes seen so far, and its line. Null between records. */
  open(): { size: number; line: number } | null
  /** Ends the file. Its last record may end without a terminator; a truncated file is a problem. */
  end(): void
}

export const TAB = 9
export const LF = 10
export const CR = 13
export const SPACE = 32
export const QUOTE = 34
