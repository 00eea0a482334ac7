import { parseJson } from '#domain/json'
import { ArrayScanner } from './array_scanner.js'
import { parseCsv } from './csv.js'
import { CsvScanner } from './csv_scanner.js'
import { isImportColumn } from './import_row.js'
import { LineScanner } from './line_scanner.js'
import { LIMITS, type RecordScanner, type TransferFormat } from './scanner.js'

/** A record of a part of a file: its values by column, or why it cannot be read. */
export type PartRecord = { line: number } & ({ values: Map<string, unknown> } | { problem: string })

/** How the parts of one file are to be read. */
export type PartShape = { format: TransferFormat; columns: string[]; delimiter: string }

const COMMA = 44

/** The scanner that finds the records of a file, or of a part of it that begins on this line. */
export function scannerOf({ format, delimiter }: PartShape, line: number, part?: Uint8Array): RecordScanner {
  if (format === 'csv') return new CsvScanner(delimiter.charCodeAt(0), line)
  if (format === 'ndjson') return new LineScanner(line)
  const first = part?.find((byte) => byte > 32)
  return new ArrayScanner(line, first === COMMA ? 'separator' : 'before')
}

/**
 * The records of a part: a whole number of records of a file, cut out between two of them. One that is broken,
 * or not UTF-8, keeps its place and says what is wrong with it.
 */
export function readPart(bytes: Uint8Array, shape: PartShape, firstLine: number): PartRecord[] {
  const text = shape.format === 'csv' ? decode(bytes) : null
  if (text !== null) return readCsv(text, shape, firstLine)
  return cut(bytes, shape, firstLine).flatMap(({ line, bytes: one }) => {
    const record = decode(one)
    if (record === null) return [{ line, problem: 'The row is not UTF-8' }]
    return shape.format === 'csv' ? readCsv(record, shape, line) : [readJson(record, line)]
  })
}

/** The key that each record of a part names, null where it names none. */
export function readKeys(bytes: Uint8Array, shape: PartShape, firstLine: number) {
  const text = shape.format === 'csv' ? decode(bytes) : null
  if (text === null) {
    return readPart(bytes, shape, firstLine).map((record) => ({
      line: record.line,
      key: 'values' in record ? textOf(record.values.get('key')) : null,
    }))
  }
  const column = shape.columns.indexOf('key')
  return parseCsv(text, shape.delimiter, firstLine).map(({ line, cells }) => ({
    line,
    key: textOf(cells[column]),
  }))
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function cut(bytes: Uint8Array, shape: PartShape, firstLine: number) {
  const scanner = scannerOf(shape, firstLine, bytes)
  const records: { line: number; bytes: Uint8Array }[] = []
  scanner.push(bytes, ({ start, end, line }) => records.push({ line, bytes: bytes.subarray(start, end) }))
  const open = scanner.open()
  if (open) records.push({ line: open.line, bytes: bytes.subarray(bytes.length - open.size) })
  return records
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

function readCsv(text: string, { columns, delimiter }: PartShape, firstLine: number): PartRecord[] {
  const used = columns.map((name) => isImportColumn(name))
  const hasNul = text.includes('\0')
  return parseCsv(text, delimiter, firstLine).map(({ line, cells, problem }) => {
    if (problem) return { line, problem }
    if (hasNul && cells.some((cell) => cell.includes('\0'))) return { line, problem: NUL }
    if (cells.length !== columns.length) {
      return { line, problem: `The row has ${cells.length} cells and the first line ${columns.length}` }
    }
    const values = new Map<string, unknown>()
    for (let at = 0; at < cells.length; at++) {
      if (isTooLarge(cells[at])) {
        return { line, problem: `The cell of ${columns[at]} is larger than ${LIMITS.cellBytes} bytes` }
      }
      if (used[at]) values.set(columns[at], cells[at])
    }
    return { line, values }
  })
}

const NUL = 'The row holds a NUL byte'

/** A character takes at most three bytes for each unit of a JavaScript text. */
function isTooLarge(cell: string): boolean {
  return cell.length * 3 > LIMITS.cellBytes && new TextEncoder().encode(cell).length > LIMITS.cellBytes
}

function readJson(text: string, line: number): PartRecord {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    return { line, problem: text.includes('\0') ? NUL : 'The row is not valid JSON' }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { line, problem: 'The row must be a JSON object' }
  }
  return { line, values: new Map(Object.entries(value)) }
}
