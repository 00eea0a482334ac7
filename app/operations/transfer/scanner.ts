import type { FileProblem } from './file_problem.js'

/** Where a record is: offsets within the bytes of a push, negative before them, and the line it begins on. */
export type FoundRecord = {
  start: number
  end: number
  line: number
  /** The line on which the byte behind the record stands. */
  next: number
}

/**
 * Finds records in a stream of bytes, whatever pieces it comes in. It keeps a few numbers and no bytes, so a
 * file of any size takes the same memory. Once there is a problem, the records cannot be told apart any more.
 */
export interface RecordScanner {
  readonly problem: FileProblem | null
  /** Reports each record that ends in `bytes`, up to the first problem. */
  push(bytes: Uint8Array, found: (record: FoundRecord) => void): void
  /** The record that has begun and not ended: bytes of it seen so far, and its line. Null between records. */
  open(): { size: number; line: number } | null
  /** The end of the file, where a record may end without more; a file that is cut off is a problem. */
  end(): void
}

export const TAB = 9
export const LF = 10
export const CR = 13
export const SPACE = 32
export const QUOTE = 34
