import { csvLine } from '#kernel/text/csv_line'
import type { PartShape } from '#operations/transfer/part'
import { RecordTable } from '#operations/transfer/record_table'
import type { StoredOperation } from '../kind.js'
import { failedRecords } from './failed_records.js'
import { importKind } from './kind.js'

const ERROR = 'error'

/** The only delimiter that an import does not detect by itself; a first line must name it. */
const NAMED_DELIMITER = '|'

/** The columns of the upload, and the cells of a record in them. */
type Table = { columns: string[]; cells: (texts: string[]) => string[] }

/**
 * The failed rows of an import, as a CSV file to be repaired and imported again. It has the columns of the upload and
 * an `error` column, which replaces the `error` column of an earlier attempt. A row that was too large to keep has
 * only its error.
 */
export async function* failedRows(operation: StoredOperation): AsyncGenerator<string> {
  const { id, params: shape } = importKind.read(operation)
  const { columns, cells } = shape.format === 'csv' ? csvTable(shape) : await jsonTable(id, shape)
  const delimiter = shape.delimiter || ','
  if (delimiter === NAMED_DELIMITER) yield `sep=${delimiter}\r\n`
  yield csvLine([...columns, ERROR], delimiter)
  for await (const { texts, message } of failedRecords(id, shape)) {
    yield csvLine([...cells(texts), message], delimiter)
  }
}

function csvTable({ columns, headings = columns }: PartShape): Table {
  const cells = (texts: string[]) =>
    headings.flatMap((_, at) => (columns[at] === ERROR ? [] : (texts[at] ?? '')))
  return { columns: cells(headings), cells }
}

/** Reads the records twice, because each may have members of its own. */
async function jsonTable(id: string, shape: PartShape): Promise<Table> {
  const table = new RecordTable([ERROR])
  for await (const { texts } of failedRecords(id, shape)) table.add(texts[0] ?? '')
  return { columns: table.columns, cells: ([text = '']) => table.cells(text) }
}
