/** A file that cannot be imported at all; the message says what to do about it. */
export class TransferError extends Error {}

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
 * file of any size takes the same memory.
 */
export interface RecordScanner {
  /** Reports each record that ends in `bytes`. Errors: a file whose records cannot be told apart any more. */
  push(bytes: Uint8Array, found: (record: FoundRecord) => void): void
  /** The record that has begun and not ended: bytes of it seen so far, and its line. Null between records. */
  open(): { size: number; line: number } | null
  /** The end of the file, where a record may end without more. Errors: a file that is cut off. */
  end(): void
}

export const TAB = 9
export const LF = 10
export const CR = 13
export const SPACE = 32
export const QUOTE = 34
