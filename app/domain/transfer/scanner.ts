/** What an uploaded file may hold (contract 5). */
export const LIMITS = {
  bytes: 256 * 1024 * 1024,
  rows: 1_000_000,
  columns: 1000,
  cellBytes: 64 * 1024,
  recordBytes: 1024 * 1024,
}

export const TRANSFER_FORMATS = ['csv', 'ndjson', 'json'] as const
export type TransferFormat = (typeof TRANSFER_FORMATS)[number]

/** A file that cannot be imported at all; the message says what to do about it. */
export class TransferError extends Error {}

/**
 * Finds the ends of records in a stream of bytes, whatever pieces it comes in. It keeps a few numbers and no
 * bytes, so a file of any size takes the same memory.
 */
export interface RecordScanner {
  /** Reports the offset behind each record that ends in `bytes`, with the line on which it ends. */
  push(bytes: Uint8Array, record: (end: number, line: number) => void): void
  /** Whether bytes after the last reported record are a record too. Errors: a file that is cut off. */
  end(): boolean
}

export const LF = 10
export const CR = 13
export const QUOTE = 34
