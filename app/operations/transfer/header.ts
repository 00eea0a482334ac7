import type { ColumnMap } from './column_map.js'
import { parseCsv } from './csv.js'
import { importColumn } from './import_columns.js'
import { LIMITS } from '#kernel/files/file_limits'
import type { FileProblem } from './file_problem.js'

/** The columns that the first line of a CSV file names. */
export type Header = {
  /** The import columns; unknown headings stay as they are. */
  columns: string[]
  /** The headings as they are in the file. */
  headings: string[]
  delimiter: string
  /** Whether its quotes do not match, which happens when the delimiter is wrong. */
  spoiled: boolean
  /** Whether a CR alone is between its headings or within one that has no quotes, as where it ends each line. */
  bareCr: boolean
}

/** Rules for reading headings. */
export type HeaderRules = {
  map?: ColumnMap
  /** Whether only a column of the file can name the product of its licenses. */
  needsProduct?: boolean
}

/** A text between quotes; one that is not closed lasts to the end. */
const QUOTED = /"[^"]*(?:"|$)/g

/** A CR that neither an LF nor another CR follows: programs that end lines with CR CR LF mean one end. */
const BARE_CR = /\r(?![\r\n])/

/** Reads the columns of a first line with this delimiter. */
export function readHeader(text: string, delimiter: string, { map }: HeaderRules = {}): Header {
  const record = parseCsv(text, delimiter)[0]
  const headings = (record?.cells ?? []).map((cell) => cell.trim())
  const columns = headings.map(
    (heading) => map?.get(heading.toLowerCase()) ?? importColumn(heading) ?? heading
  )
  const spoiled = record?.problem?.reason === 'text-after-quote'
  return { columns, headings, delimiter, spoiled, bareCr: BARE_CR.test(text.replace(QUOTED, '')) }
}

/** Whether this reading of a first line has the `key` column, which every import requires. */
export function namesKey({ columns, spoiled }: Header): boolean {
  return !spoiled && columns.includes('key')
}

/**
 * The most characters of all headings together: an operation shows its headings, and a list shows hundreds of
 * operations.
 */
const LONGEST_HEADER = 64 * 1024

/** Why a file with this header cannot be imported; null if it can. */
export function headerProblem(header: Header, { map, needsProduct }: HeaderRules): FileProblem | null {
  const { columns, headings: found, bareCr } = header
  if (bareCr) return { reason: 'bare-cr-in-header' }
  if (columns.length > LIMITS.columns) return { reason: 'too-many-columns' }
  if (found.join('').length > LONGEST_HEADER) return { reason: 'header-too-long', limit: LONGEST_HEADER }
  const present = new Set(found.map((heading) => heading.toLowerCase()))
  const missing = [...(map?.keys() ?? [])].find((heading) => !present.has(heading))
  if (missing !== undefined) return { reason: 'map-heading-missing', heading: missing, found }
  if (!namesKey(header)) return { reason: 'no-key-column', found }
  const twice = columns.findIndex((name, at) => name !== '' && columns.indexOf(name) !== at)
  if (twice !== -1) {
    const column = columns[twice]
    return { reason: 'column-twice', column, headings: [found[columns.indexOf(column)], found[twice]] }
  }
  return needsProduct && !columns.includes('productId') ? { reason: 'no-product-column', found } : null
}
