import { isImportColumn } from './import_columns.js'
import { recordRow, unreadableRow } from './record_row.js'
import type { UploadedRecord } from './uploaded_records.js'

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
  add(record: UploadedRecord) {
    for (const column of rowOf(record).keys()) this.#addColumn(column)
  }

  get columns(): string[] {
    return [...this.#columns]
  }

  cells(record: UploadedRecord): string[] {
    const row = rowOf(record)
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

/** If its bytes are not UTF-8, a record must not be read: what they mean is lost in its text. */
function rowOf({ texts: [text = ''], isDamaged }: UploadedRecord): Map<string, string> {
  return isDamaged ? unreadableRow(text) : recordRow(text)
}
