import { LIMITS, QUOTE, TransferError } from './scanner.js'

/** A record of a CSV text: its cells, as many as a file may have columns, or what is wrong with it. */
export type CsvRecord = { line: number; cells: string[]; problem: string | null }

/** Signs that may separate the cells: the comma, and what spreadsheets write where the comma is for decimals. */
const DELIMITERS = [',', ';', '\t']
const LF = 10

/**
 * Splits a CSV text into records (RFC 4180). Quotes count only where a cell begins; text after a closing quote
 * makes the record a bad one, and the next begins on the next line. `line` is the number of the first line.
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
        blank = false
        line += quoted.lines
        at = quoted.end
        const rest = endOfPlain(text, at, separator)
        if (text.slice(at, rest).replace(/\r$/, '') !== '') spoiled = true
        at = rest
      } else {
        const end = endOfPlain(text, at, separator)
        cell = text.slice(at, end)
        if (cell.endsWith('\r') && (end === text.length || text.charCodeAt(end) === LF))
          cell = cell.slice(0, -1)
        at = end
      }
      if (record.cells.length <= LIMITS.columns) record.cells.push(cell)
      else record.problem = `The row has more than ${LIMITS.columns} cells`
      open = at < text.length && text.charCodeAt(at) === separator
      if (open) at++
    }
    if (spoiled) record.problem = afterQuote(record.line, line)
    if (text.charCodeAt(at) === LF) {
      at++
      line++
    }
    if (!blank || record.cells.length > 1 || !/^\r*$/.test(record.cells[0])) records.push(record)
  }
  return records
}

/** The columns of a file, from its first line, and the sign that separates them. Errors: no column `key`. */
export function readHeader(text: string): { columns: string[]; delimiter: string } {
  for (const delimiter of DELIMITERS) {
    const [record] = parseCsv(text, delimiter)
    const columns = (record?.cells ?? []).map((cell) => cell.trim())
    if (!columns.includes('key')) continue
    if (record.cells.length > LIMITS.columns) {
      throw new TransferError(`The file has more than ${LIMITS.columns} columns`)
    }
    if (record.problem) continue
    const twice = columns.find((name, index) => name !== '' && columns.indexOf(name) !== index)
    if (twice) throw new TransferError(`The column "${twice}" stands in the first line twice`)
    return { columns, delimiter }
  }
  throw new TransferError('The first line must name the columns, and one of them must be "key"')
}

/** Where a quote is forgotten, a row swallows the lines up to the next one: the message says which. */
function afterQuote(first: number, last: number): string {
  const problem = 'There is text after a closing quote'
  return last === first ? problem : `${problem}; the row ends on line ${last}: is a quote missing?`
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

function endOfPlain(text: string, at: number, separator: number): number {
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === separator || code === LF) break
    at++
  }
  return at
}
