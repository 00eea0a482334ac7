import type { ColumnMap } from './column_map.js'
import { parseCsv } from './csv.js'
import { importColumn } from './import_columns.js'
import { LIMITS } from '#kernel/files/file_limits'
import type { FileProblem } from './file_problem.js'

/** The columns that the first line of a CSV file names. */
export type Header = {
  /** The columns, by their names in an import; those that mean nothing keep their heading. */
  columns: string[]
  /** The headings as they are in the file. */
  headings: string[]
  delimiter: string
  /** Whether its quotes do not fit, as those of a line do that is read with the wrong sign. */
  spoiled: boolean
}

/** How headings are understood. */
export type HeaderRules = {
  map?: ColumnMap
  /** Nothing but a column of the file says which product its licenses belong to. */
  needsProduct?: boolean
}

/** The columns of a first line, separated by this sign. */
export function readHeader(text: string, delimiter: string, { map }: HeaderRules = {}): Header {
  const record = parseCsv(text, delimiter)[0]
  const headings = (record?.cells ?? []).map((cell) => cell.trim())
  const columns = headings.map(
    (heading) => map?.get(heading.toLowerCase()) ?? importColumn(heading) ?? heading
  )
  return { columns, headings, delimiter, spoiled: record?.problem?.reason === 'text-after-quote' }
}

/** Whether a first line, read so, names the column without which there is no import. */
export function namesKey({ columns, spoiled }: Header): boolean {
  return !spoiled && columns.includes('key')
}

/** Characters of all headings together: an operation shows them, and a list shows hundreds of operations. */
const LONGEST_HEADER = 64 * 1024

/** Why nothing can be imported from a first line; null where something can. */
export function headerProblem(header: Header, { map, needsProduct }: HeaderRules): FileProblem | null {
  const { columns, headings: found } = header
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
