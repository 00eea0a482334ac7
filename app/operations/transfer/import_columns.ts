import { importFields } from '#licensing/store/columns'

/** Columns that an import reads; `metadata.NAME` is one too. */
const COLUMNS = importFields()

const BY_HEADING = new Map(COLUMNS.map((name) => [name.toLowerCase(), name]))
const METADATA = 'metadata.'

/** Whether an import uses a column of this name. */
export function isImportColumn(name: string): boolean {
  return importColumn(name) === name
}

/**
 * The column of an import that a heading means, without regard to case; the name behind `metadata.` is the merchant's
 * own and keeps its case. Null for a heading that means none.
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
