import { parseJson } from '#kernel/json/json'
import { lossyNumber } from '#kernel/json/json_numbers'
import { ArrayScanner } from './array_scanner.js'
import { parseCsv } from './csv.js'
import { CsvScanner } from './csv_scanner.js'
import { isImportColumn } from './import_columns.js'
import { outlineOf } from './json_record.js'
import { LineScanner } from './line_scanner.js'
import { LIMITS, type TransferFormat } from '#kernel/files/file_limits'
import type { RecordProblem } from './record_problem.js'
import type { RecordScanner } from './scanner.js'

/**
 * A record of a part of a file: its values by column, or why it cannot be read, with its key if that can be read
 * nevertheless.
 */
export type PartRecord = { line: number } & (
  { values: Map<string, unknown> } | { problem: RecordProblem; key?: unknown }
)

/** How the parts of one file are to be read. */
export type PartShape = {
  format: TransferFormat
  columns: string[]
  delimiter: string
  /** The headings of the file, if they differ from the column names. */
  headings?: string[]
}

const COMMA = 44

/** The scanner for the records of a file, or of a part that begins on this line. */
export function scannerOf({ format, delimiter }: PartShape, line: number, part?: Uint8Array): RecordScanner {
  if (format === 'csv') return new CsvScanner(delimiter.charCodeAt(0), line)
  if (format === 'ndjson') return new LineScanner(line)
  const first = part?.find((byte) => byte > 32)
  return new ArrayScanner(line, first === COMMA ? 'separator' : 'before')
}

/**
 * Reads the records of a part, which consists of whole records. A record that is malformed or not UTF-8 keeps its
 * place and has a problem instead of values.
 */
export function readPart(bytes: Uint8Array, shape: PartShape, firstLine: number): PartRecord[] {
  const text = shape.format === 'csv' ? decode(bytes) : null
  if (text !== null) return readCsv(text, shape, firstLine)
  return cutRecords(bytes, shape, firstLine).flatMap(({ line, bytes: one }) => {
    const record = decode(one)
    if (record === null) return [{ line, problem: { reason: 'not-utf8' } }]
    if (shape.format === 'csv') return readCsv(record, shape, line)
    const { values, key } = outlineOf(one)
    if (values > LIMITS.values) return [{ line, key, problem: { reason: 'too-many-values' } }]
    return [readJson(record, line)]
  })
}

/** The facts about a record that the upload needs. */
export type RecordKey = {
  line: number
  /** Null if the record names none. */
  key: string | null
  utf8: boolean
}

/** Reads the key of each record of a part. The cost is linear in the bytes, because JSON is not parsed. */
export function readKeys(bytes: Uint8Array, shape: PartShape, firstLine: number): RecordKey[] {
  const text = shape.format === 'csv' ? decode(bytes) : null
  if (text !== null) return csvKeys(text, shape, firstLine)
  return cutRecords(bytes, shape, firstLine).flatMap(({ line, bytes: one }) => {
    const record = decode(one)
    if (record === null) return [{ line, key: null, utf8: false }]
    if (shape.format === 'csv') return csvKeys(record, shape, line)
    return [{ line, key: outlineOf(one).key, utf8: true }]
  })
}

function csvKeys(text: string, { columns, delimiter }: PartShape, firstLine: number): RecordKey[] {
  const column = columns.indexOf('key')
  return parseCsv(text, delimiter, firstLine).map(({ line, cells }) => ({
    line,
    key: cells[column]?.trim() || null,
    utf8: true,
  }))
}

/** Cuts a part into its records, each with the line on which it begins. */
export function cutRecords(bytes: Uint8Array, shape: PartShape, firstLine: number) {
  const scanner = scannerOf(shape, firstLine, bytes)
  const records: { line: number; bytes: Uint8Array }[] = []
  scanner.push(bytes, ({ start, end, line }) => records.push({ line, bytes: bytes.subarray(start, end) }))
  const open = scanner.open()
  if (open) records.push({ line: open.line, bytes: bytes.subarray(bytes.length - open.size) })
  return records
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of some bytes; null if they are not UTF-8. */
export function decode(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

function readCsv(text: string, { columns, delimiter }: PartShape, firstLine: number): PartRecord[] {
  const used = columns.map((name) => isImportColumn(name))
  const keyAt = columns.indexOf('key')
  const hasNul = text.includes('\0')
  return parseCsv(text, delimiter, firstLine).map(({ line, cells, problem }) => {
    if (problem) return { line, problem }
    if (hasNul && cells.some((cell) => cell.includes('\0'))) return { line, problem: { reason: 'nul-byte' } }
    if (cells.length !== columns.length) {
      const counts = { cells: cells.length, columns: columns.length }
      return { line, problem: { reason: 'wrong-number-of-cells', ...counts } }
    }
    const values = new Map<string, unknown>()
    for (let at = 0; at < cells.length; at++) {
      if (isTooLarge(cells[at])) {
        const key = cells[keyAt]?.trim()
        return { line, key, problem: { reason: 'cell-too-large', column: columns[at] } }
      }
      if (used[at]) values.set(columns[at], cells[at].trim())
    }
    return { line, values }
  })
}

/** One UTF-16 code unit takes at most three bytes in UTF-8, so most cells need no encoding. */
function isTooLarge(cell: string): boolean {
  return cell.length * 3 > LIMITS.cellBytes && new TextEncoder().encode(cell).length > LIMITS.cellBytes
}

function readJson(text: string, line: number): PartRecord {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    return { line, problem: { reason: text.includes('\0') ? 'nul-byte' : 'record-not-json' } }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { line, problem: { reason: 'record-not-object' } }
  }
  const lossy = lossyNumber(text, (member) => member.startsWith('metadata'))
  const values = new Map<string, unknown>(Object.entries(value))
  if (lossy) return { line, key: values.get('key'), problem: { reason: 'lossy-number', number: lossy } }
  return { line, values }
}
