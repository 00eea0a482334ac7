import type { ColumnMap } from './column_map.js'
import { parseCsv } from './csv.js'
import { importColumn } from './import_columns.js'
import { LIMITS } from '#kernel/files/file_limits'
import { TransferError } from './scanner.js'

/** What the first line of a CSV file names. */
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
  return { columns, headings, delimiter, spoiled: /quote/.test(record?.problem ?? '') }
}

/** Whether a first line, read so, names the column without which there is no import. */
export function namesKey({ columns, spoiled }: Header): boolean {
  return !spoiled && columns.includes('key')
}

/** Refuses a first line from which nothing can be imported. @throws TransferError that names the columns found. */
export function assertUsable(header: Header, { map, needsProduct }: HeaderRules) {
  const { columns, headings } = header
  if (columns.length > LIMITS.columns) {
    throw new TransferError(`The file has more than ${LIMITS.columns} columns`)
  }
  const present = new Set(headings.map((heading) => heading.toLowerCase()))
  for (const heading of map?.keys() ?? []) {
    if (!present.has(heading)) {
      throw new TransferError(
        `map names the heading "${heading}", which the file does not have. ${found(header)}`
      )
    }
  }
  if (!namesKey(header)) {
    throw new TransferError(
      `The first line must name the columns, and one of them must be "key". ${found(header)}. ` +
        'Where it has another heading, say which: map=key:License Key'
    )
  }
  const twice = columns.findIndex((name, at) => name !== '' && columns.indexOf(name) !== at)
  if (twice !== -1) {
    const first = headings[columns.indexOf(columns[twice])]
    throw new TransferError(
      first === headings[twice]
        ? `The column "${first}" stands in the first line twice`
        : `The columns "${first}" and "${headings[twice]}" both mean ${columns[twice]}`
    )
  }
  if (needsProduct && !columns.includes('productId')) {
    throw new TransferError(
      `Nothing says which product the licenses belong to: name it in the query (productId=...). ${found(header)}`
    )
  }
}

/** No message lists more of a file than a person reads. */
const LISTED = 20

function found({ headings }: Header): string {
  const named = headings.slice(0, LISTED).map((heading) => `"${heading.slice(0, 60)}"`)
  const more = headings.length > LISTED ? ` and ${headings.length - LISTED} more` : ''
  return `The columns found are ${named.join(', ') || 'none'}${more}`
}
