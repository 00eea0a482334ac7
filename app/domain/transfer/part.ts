import { parseCsv } from './csv.js'
import { isImportColumn } from './import_row.js'
import type { TransferFormat } from './scanner.js'

/** A record of a part of a file: its values by column, or why it cannot be read. */
export type PartRecord =
  { line: number | null; values: Map<string, unknown> } | { line: number | null; problem: string }

/** How the parts of one file are to be read. */
export type PartShape = { format: TransferFormat; columns: string[]; delimiter: string }

/** The records of a part: a whole number of records of a file, cut out between two of them. */
export function readPart(text: string, shape: PartShape, firstLine: number): PartRecord[] {
  if (shape.format === 'csv') return readCsv(text, shape, firstLine)
  return shape.format === 'json' ? readArray(text) : readLines(text, firstLine)
}

/** The elements of a part of a JSON array, which begins with what stood before its first element. */
export function parseArrayPart(text: string): unknown[] {
  return JSON.parse(`[${text.replace(/^[\s,[]+/, '')}]`)
}

function readCsv(text: string, { columns, delimiter }: PartShape, firstLine: number): PartRecord[] {
  const used = columns.map((name) => isImportColumn(name))
  return parseCsv(text, delimiter, firstLine).map(({ line, cells, problem }) => {
    if (problem) return { line, problem }
    if (cells.length !== columns.length) {
      return { line, problem: `The row has ${cells.length} cells and the first line ${columns.length}` }
    }
    const values = new Map<string, unknown>()
    for (let at = 0; at < cells.length; at++) if (used[at]) values.set(columns[at], cells[at])
    return { line, values }
  })
}

function readArray(text: string): PartRecord[] {
  return parseArrayPart(text).map((element) => fromValue(null, element))
}

function readLines(text: string, firstLine: number): PartRecord[] {
  const records: PartRecord[] = []
  for (const [offset, line] of text.split('\n').entries()) {
    if (/^\r*$/.test(line)) continue
    records.push(readLine(line, firstLine + offset))
  }
  return records
}

function readLine(text: string, line: number): PartRecord {
  try {
    return fromValue(line, JSON.parse(text))
  } catch {
    return { line, problem: 'The line is not valid JSON' }
  }
}

function fromValue(line: number | null, value: unknown): PartRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { line, problem: 'The record must be a JSON object' }
  }
  return { line, values: new Map(Object.entries(value)) }
}
