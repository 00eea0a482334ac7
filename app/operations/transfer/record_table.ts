import { importColumn, isImportColumn } from './import_columns.js'
import { recordMembers } from './record_members.js'

/** The column for the text of a record that is not a JSON object. An import ignores it. */
const RECORD = 'record'

/** The bounds of the columns that an import ignores, so that their names never make the first line too long. */
const MOST_IGNORED = 100
const LONGEST_IGNORED = 100

/**
 * Shows JSON records as rows of one CSV file that can be imported like their own file. First `add` each record, then
 * ask for the cells of each.
 */
export class RecordTable {
  /** An import refuses a file without a column `key`. */
  #columns = new Set(['key'])
  #ignored = 0

  /** @param without Columns that the table leaves out. */
  constructor(protected without: string[]) {}

  /** Adds the columns of a record. */
  add(text: string) {
    for (const column of rowOf(text).keys()) this.#addColumn(column)
  }

  get columns(): string[] {
    return [...this.#columns]
  }

  cells(text: string): string[] {
    const row = rowOf(text)
    return this.columns.map((column) => row.get(column) ?? '')
  }

  #addColumn(column: string) {
    if (this.#columns.has(column) || this.without.includes(column)) return
    if (!isImportColumn(column)) {
      if (this.#ignored === MOST_IGNORED || column.length > LONGEST_IGNORED) return
      this.#ignored++
    }
    this.#columns.add(column)
  }
}

/**
 * The cells of a record by column. Unlike the names of members, headings have no case: a misspelt `Key` becomes the
 * column `key`, unless the record has that member too.
 */
function rowOf(text: string): Map<string, string> {
  const members = recordMembers(text)
  if (!members) return new Map(text === '' ? [] : [[RECORD, text]])
  const row = new Map<string, string>()
  for (const [name, cell] of members) {
    const column = importColumn(name) ?? name.trim()
    if (name === column || !members.has(column)) row.set(column, cell)
  }
  return row
}
