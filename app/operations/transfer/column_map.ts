import { COLUMN_NAMES, importColumn } from './import_columns.js'
import { parseCsv } from './csv.js'

/** Which column each heading of a foreign file means, by the heading in small letters. */
export type ColumnMap = Map<string, string>

/** No file of another product needs more. */
const MOST_COLUMNS = 200

/**
 * Reads `key:License Key,expiresAt:Expiry`: a column of an import, a colon, and the heading that it has in the file. A
 * heading with a comma or quote stands in quotes with its column, as in a CSV row. Returns the map, or what is wrong.
 */
export function parseColumnMap(text: string): ColumnMap | string {
  const rows = parseCsv(text, ',')
  if (rows.length !== 1 || rows[0].problem) return 'Write map as key:License Key,expiresAt:Expiry'
  const { cells } = rows[0]
  if (cells.length > MOST_COLUMNS) return `map names more than ${MOST_COLUMNS} columns`
  const map: ColumnMap = new Map()
  for (const cell of cells) {
    const colon = cell.indexOf(':')
    const column = importColumn(cell.slice(0, Math.max(colon, 0)).trim())
    const heading = cell.slice(colon + 1).trim()
    if (column === null) {
      const named = cell.slice(0, colon === -1 ? 40 : Math.min(colon, 40))
      return `map: "${named}" is no column of an import: those are ${COLUMN_NAMES}`
    }
    if (heading === '') return `map: name the heading of ${column}, as in ${column}:Heading`
    if ([...map.values()].includes(column)) return `map names the column ${column} twice`
    if (map.has(heading.toLowerCase())) return `map names the heading "${heading}" twice`
    map.set(heading.toLowerCase(), column)
  }
  return map
}
