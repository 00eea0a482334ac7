import { deny, type Verdict } from '#kernel/refusals/verdict'
import { COLUMN_NAMES, importColumn } from './import_columns.js'
import { parseCsv } from './csv.js'

/** The import column of each heading of a file; the keys are headings in lower case. */
export type ColumnMap = Map<string, string>

/** Why a map cannot be used. */
export type MapProblem =
  | { reason: 'unreadable' }
  | { reason: 'too-many-columns' }
  | { reason: 'unknown-column'; named: string }
  | { reason: 'no-heading'; column: string }
  | { reason: 'column-twice'; column: string }
  | { reason: 'heading-twice'; heading: string }

/** The most columns of a map; no file needs more. */
const MOST_COLUMNS = 200

/**
 * Reads `key:License Key,expiresAt:Expiry`: an import column, a colon, and its heading in the file. An entry whose
 * heading has a comma or quote must be quoted as a whole, as in a CSV row.
 */
export function parseColumnMap(text: string): Verdict<MapProblem, { map: ColumnMap }> {
  const rows = parseCsv(text, ',')
  if (rows.length !== 1 || rows[0].problem) return deny({ reason: 'unreadable' })
  const { cells } = rows[0]
  if (cells.length > MOST_COLUMNS) return deny({ reason: 'too-many-columns' })
  const map: ColumnMap = new Map()
  for (const cell of cells) {
    const colon = cell.indexOf(':')
    const column = importColumn(cell.slice(0, Math.max(colon, 0)).trim())
    const heading = cell.slice(colon + 1).trim()
    if (column === null) {
      const named = cell.slice(0, colon === -1 ? 40 : Math.min(colon, 40))
      return deny({ reason: 'unknown-column', named })
    }
    if (heading === '') return deny({ reason: 'no-heading', column })
    if ([...map.values()].includes(column)) return deny({ reason: 'column-twice', column })
    if (map.has(heading.toLowerCase())) return deny({ reason: 'heading-twice', heading })
    map.set(heading.toLowerCase(), column)
  }
  return { allow: true, map }
}

/** The message that tells a merchant why a map cannot be used. */
export function mapMessage(problem: MapProblem): string {
  switch (problem.reason) {
    case 'unreadable':
      return 'Write map as key:License Key,expiresAt:Expiry'
    case 'too-many-columns':
      return `map names more than ${MOST_COLUMNS} columns`
    case 'unknown-column':
      return `map: "${problem.named}" is not a column of an import. The columns are ${COLUMN_NAMES}`
    case 'no-heading':
      return `map: name the heading of ${problem.column}, as in ${problem.column}:Heading`
    case 'column-twice':
      return `map names the column ${problem.column} twice`
    case 'heading-twice':
      return `map names the heading "${problem.heading}" twice`
  }
}
