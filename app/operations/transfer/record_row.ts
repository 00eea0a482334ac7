import { parseJson } from '#kernel/json/json'
import { isPlainObject } from '#kernel/json/metadata'
import { importColumn, isImportColumn } from './import_columns.js'
import { cellOf, recordMembers } from './record_members.js'

/** The column for the text of a record that its cells cannot show in full. An import ignores it. */
export const RECORD = 'record'
const METADATA = 'metadata'
const PREFIX = `${METADATA}.`

/**
 * The cells of a JSON record by column; an import reads them as it reads the record. Unlike the names of members,
 * headings have no case: a misspelt `Key` becomes the column `key`, unless the record has that member too.
 *
 * @param fits Whether there is room for a column `metadata.NAME`; asked at most once for each column, in their order.
 */
export function recordRow(text: string, fits: (column: string) => boolean): Map<string, string> {
  const members = recordMembers(text)
  if (!members) return unreadableRow(text)
  const row = new Map<string, string>()
  for (const [name, value] of members) {
    const column = importColumn(name) ?? name.trim()
    if (name === column || !members.has(column)) row.set(column, value)
  }
  if (!joinMetadata(row, fits)) row.set(RECORD, text)
  return new Map([...row].map(([column, value]) => [shown(column), shown(fieldOf(column, value))]))
}

/** The cells of a record that cannot be read: its text, in a column that an import ignores. */
export function unreadableRow(text: string): Map<string, string> {
  return new Map(text === '' ? [] : [[RECORD, shown(text)]])
}

/** A text without NUL, for which an import would refuse the whole file. */
function shown(text: string): string {
  return text.replaceAll('\0', '\ufffd')
}

/** The cell of a field. Whole numbers of a CSV file are digits, but a JSON file may write 30 as `30.0` or `3e1`. */
function fieldOf(column: string, value: string): string {
  const number = Number(value)
  const known = isImportColumn(column) && column !== METADATA && !column.startsWith(PREFIX)
  return known && Number.isSafeInteger(number) ? String(number) : cellOf(value)
}

/**
 * Moves the members `metadata.NAME` that a cell would change, or that have no room, into the member `metadata`, which
 * is JSON in a CSV file too. If that member is not an object, they stay: the row has to be repaired there first. Returns
 * false if some of those have no room either.
 */
function joinMetadata(row: Map<string, string>, fits: (column: string) => boolean): boolean {
  const isExact = (column: string, value: string) => isFileText(column) && isCell(value)
  const typed = [...row].filter(
    ([column, value]) => isMetadataColumn(column) && !(isExact(column, value) && fits(column))
  )
  if (typed.length === 0) return true
  const own = ownMembers(row.get(METADATA) ?? 'null')
  if (own === null) return typed.every(([column, value]) => !isExact(column, value) && fits(column))
  const moved = typed.map(([column, value]) => `${JSON.stringify(column.slice(PREFIX.length))}:${value}`)
  for (const [column] of typed) row.delete(column)
  row.set(METADATA, `{${[own, ...moved].filter(Boolean).join(',')}}`)
  return true
}

/** Whether this is a column `metadata.NAME` of an import. */
export function isMetadataColumn(column: string): boolean {
  return column.startsWith(PREFIX) && isImportColumn(column)
}

/** Whether a cell can hold this value: a text that a file can hold, without white space around it. */
function isCell(value: string): boolean {
  return value.startsWith('"') && isFileText(cellOf(value)) && cellOf(value) === cellOf(value).trim()
}

function isFileText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** The text between the braces of an object; of nothing, it is empty. Null for anything else. */
function ownMembers(value: string): string | null {
  const text = cellOf(value).trim()
  if (text === '' || text === 'null') return ''
  try {
    return isPlainObject(parseJson(text)) ? text.slice(1, -1).trim() : null
  } catch {
    return null
  }
}
