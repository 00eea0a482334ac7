import { isImportColumn } from './import_columns.js'
import { isMetadataColumn, RECORD, recordRow, unreadableRow } from './record_row.js'
import type { UploadedRecord } from './uploaded_records.js'

/**
 * The bounds of the columns that an import ignores, other than that of whole records, so that their names never make the
 * first line too long.
 */
const MOST_IGNORED = 100
const LONGEST_IGNORED = 100

/**
 * The bounds of the columns `metadata.NAME`: how many, and their characters together. A file may name millions, and
 * each row of the table has a cell for each. With all its columns the table stays within what an import accepts.
 */
const MOST_METADATA = 800
const LONGEST_METADATA = 48 * 1024

/**
 * Shows JSON records as rows of one CSV file that can be imported like their own file. First `add` each record, then
 * ask for the cells of each. Metadata without a column of its own is in the column `metadata`.
 */
export class RecordTable {
  /** An import refuses a file without a column `key`. */
  #columns = new Set(['key'])
  #ignored = 0
  #metadata = { columns: 0, characters: 0 }

  /** @param without Columns that the table leaves out. */
  constructor(protected without: string[]) {}

  /** Adds the columns of a record. */
  add(record: UploadedRecord) {
    const room = { ...this.#metadata }
    const fits = (column: string) => this.#columns.has(column) || takes(room, column)
    for (const column of rowOf(record, fits).keys()) this.#addColumn(column)
  }

  get columns(): string[] {
    return [...this.#columns]
  }

  cells(record: UploadedRecord): string[] {
    const row = rowOf(record, (column) => this.#columns.has(column))
    return this.columns.map((column) => row.get(column) ?? '')
  }

  #addColumn(column: string) {
    if (this.#columns.has(column) || this.without.includes(column)) return
    if (isMetadataColumn(column)) {
      if (!takes(this.#metadata, column)) return
    } else if (!isImportColumn(column) && column !== RECORD) {
      if (this.#ignored === MOST_IGNORED || column.length > LONGEST_IGNORED) return
      this.#ignored++
    }
    this.#columns.add(column)
  }
}

/** Counts one more column `metadata.NAME`, unless there is no room for it; returns whether there was. */
function takes(counted: { columns: number; characters: number }, { length }: string): boolean {
  if (counted.columns === MOST_METADATA || counted.characters + length > LONGEST_METADATA) return false
  counted.columns++
  counted.characters += length
  return true
}

/** If its bytes are not UTF-8, a record must not be read: what they mean is lost in its text. */
function rowOf(
  { texts: [text = ''], isDamaged }: UploadedRecord,
  fits: (column: string) => boolean
): Map<string, string> {
  return isDamaged ? unreadableRow(text) : recordRow(text, fits)
}
