import { importFields } from '#licensing/store/columns'

/** The columns of an import, besides `metadata.NAME`. */
const COLUMNS = importFields()

const BY_HEADING = new Map(COLUMNS.map((name) => [name.toLowerCase(), name]))
const METADATA = 'metadata.'

/** Whether an import uses a column of this name. */
export function isImportColumn(name: string): boolean {
  return importColumn(name) === name
}

/**
 * The import column of a heading, case-insensitive; the name after `metadata.` is the merchant's own and keeps its
 * case. Null for an unknown heading.
 */
export function importColumn(heading: string): string | null {
  const lower = heading.toLowerCase()
  if (lower.startsWith(METADATA) && heading.length > METADATA.length) {
    return METADATA + heading.slice(METADATA.length)
  }
  return BY_HEADING.get(lower) ?? null
}

/** The names of the columns, as a message lists them. */
export const COLUMN_NAMES = `${COLUMNS.join(', ')} and metadata.NAME`
