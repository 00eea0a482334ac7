import { LIMITS } from '#kernel/files/file_limits'
import type { RecordProblem } from './record_problem.js'
import { QUOTE } from './scanner.js'

/** A record of a CSV text: its cells, at most one more than a file may have columns, and its problem, if any. */
export type CsvRecord = { line: number; cells: string[]; problem: RecordProblem | null }

const LF = 10
const CR = 13

/** A cell that a spreadsheet shows as empty. */
const EMPTY = /^[ \t\r]*$/

/** What may stand between a closing quote and LF: programs that end a line with CRLF twice write CR CR LF. */
const LINE_END = /^\r*$/

/**
 * Splits a CSV text into records (RFC 4180). Quotes count only at the start of a cell. Text after a closing quote
 * makes its record invalid; the next record begins on the next line. A row of empty cells, which spreadsheets leave
 * where a row was deleted, counts as a blank line. `line` is the number of the first line.
 */
export function parseCsv(text: string, delimiter: string, line = 1): CsvRecord[] {
  const records: CsvRecord[] = []
  const separator = delimiter.charCodeAt(0)
  let at = 0
  while (at < text.length) {
    const record: CsvRecord = { line, cells: [], problem: null }
    let blank = true
    let spoiled = false
    for (let open = true; open;) {
      let cell: string
      if (text.charCodeAt(at) === QUOTE) {
        const quoted = readQuoted(text, at)
        cell = quoted.cell
        line += quoted.lines
        at = quoted.end
        const rest = endOfPlain(text, at, separator)
        const behind = text.slice(at, rest)
        if (!LINE_END.test(behind)) spoiled = true
        if (blank && !EMPTY.test(behind)) blank = false
        at = rest
      } else {
        const end = endOfPlain(text, at, separator)
        cell = text.slice(at, end)
        if (end === text.length || text.charCodeAt(end) === LF) cell = withoutLineEnd(cell)
        at = end
      }
      if (blank && !EMPTY.test(cell)) blank = false
      if (record.cells.length <= LIMITS.columns) record.cells.push(cell)
      else record.problem = { reason: 'too-many-cells' }
      open = at < text.length && text.charCodeAt(at) === separator
      if (open) at++
    }
    if (spoiled) record.problem = { reason: 'text-after-quote', first: record.line, last: line }
    if (text.charCodeAt(at) === LF) {
      at++
      line++
    }
    if (!blank) records.push(record)
  }
  return records
}

/**
 * The cells of one record, without its line end, as they are in the file: with their quotes, and with what stands
 * behind those. Joined by the delimiter they are the record again.
 */
export function rawCells(record: string, delimiter: string): string[] {
  const separator = delimiter.charCodeAt(0)
  const cells: string[] = []
  for (let at = 0; ; at++) {
    const from = at
    if (record.charCodeAt(at) === QUOTE) at = readQuoted(record, at).end
    at = endOfPlain(record, at, separator)
    cells.push(record.slice(from, at))
    if (at >= record.length) return cells
  }
}

function readQuoted(text: string, start: number) {
  let cell = ''
  let lines = 0
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    const part = quote === -1 ? text.slice(from) : text.slice(from, quote)
    for (let at = part.indexOf('\n'); at !== -1; at = part.indexOf('\n', at + 1)) lines++
    cell += part
    if (quote === -1) return { cell, lines, end: text.length }
    if (text.charCodeAt(quote + 1) !== QUOTE) return { cell, lines, end: quote + 1 }
    cell += '"'
    from = quote + 2
  }
}

/** A loop, because a regular expression for CRs at the end would read each run of CRs in the cell again and again. */
function withoutLineEnd(cell: string): string {
  let end = cell.length
  while (end > 0 && cell.charCodeAt(end - 1) === CR) end--
  return cell.slice(0, end)
}

function endOfPlain(text: string, at: number, separator: number): number {
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === separator || code === LF) break
    at++
  }
  return at
}
