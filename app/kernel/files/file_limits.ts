/** The limits of an uploaded file (contract#import). */
export const LIMITS = {
  bytes: 256 * 1024 * 1024,
  rows: 1_000_000,
  columns: 1000,
  /** Enough for the export of 16 KiB of metadata, in which a number of five characters may become 309 digits. */
  cellBytes: 960 * 1024,
  recordBytes: 1024 * 1024,
  /** Values of a JSON record: more than 16 KiB of metadata can contain, and still cheap to parse. */
  values: 20_000,
}
export type TransferLimits = typeof LIMITS

export type TransferFormat = 'csv' | 'ndjson' | 'json'
