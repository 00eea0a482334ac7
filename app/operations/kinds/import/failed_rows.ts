import { csvLine } from '#kernel/text/csv_line'
import type { PartShape } from '#operations/transfer/part'
import { RecordTable } from '#operations/transfer/record_table'
import type { UploadedRecord } from '#operations/transfer/uploaded_records'
import type { StoredOperation } from '../kind.js'
import { damagedCells } from './damaged_cells.js'
import { failedRecords } from './failed_records.js'
import { importKind } from './kind.js'

const ERROR = 'error'

/** The name of the column for errors where an upload maps its own column `error` to something else. */
const SECOND_ERROR = 'error 2'

/** The only delimiter that an import does not detect by itself; a first line must name it. */
const NAMED_DELIMITER = '|'

/** The columns of the upload without that of its errors, and the line of a record in them. */
type Table = {
  columns: string[]
  error: string
  line: (record: UploadedRecord, message: string) => string | Buffer
}

/**
 * The failed rows of an import, as a CSV file to be repaired and imported again. It has the columns of the upload and
 * an `error` column, which replaces the `error` column of an earlier attempt. A row that was too large to keep has
 * only its error. A row that could not be split into its cells comes back byte by byte: sent again as it is, it fails
 * again.
 */
export async function* failedRows(operation: StoredOperation): AsyncGenerator<string | Buffer> {
  const { id, params: shape } = importKind.read(operation)
  const delimiter = shape.delimiter || ','
  const { columns, error, line } = shape.format === 'csv' ? csvTable(shape) : await jsonTable(id, shape)
  if (delimiter === NAMED_DELIMITER) yield `sep=${delimiter}\r\n`
  yield csvLine([...columns, error], delimiter)
  for await (const { message, ...record } of failedRecords(id, shape)) yield line(record, message)
}

function csvTable({ columns, headings = columns, delimiter }: PartShape): Table {
  const isMapped = headings.some((name, at) => name.toLowerCase() === ERROR && columns[at] !== name)
  const error = isMapped ? SECOND_ERROR : ERROR
  const cells = (texts: string[]) =>
    headings.flatMap((_, at) => (columns[at] === error ? [] : (texts[at] ?? '')))
  const line = ({ texts, isDamaged }: UploadedRecord, message: string) => {
    if (!isDamaged) return csvLine([...cells(texts), message], delimiter)
    const raw = damagedCells(texts, columns, error).join(delimiter)
    return Buffer.concat([
      Buffer.from(`${raw}${delimiter}`, 'latin1'),
      Buffer.from(csvLine([message], delimiter)),
    ])
  }
  return { columns: cells(headings), error, line }
}

/** Reads the records twice, because each may have members of its own. */
async function jsonTable(id: string, shape: PartShape): Promise<Table> {
  const table = new RecordTable([ERROR])
  for await (const record of failedRecords(id, shape)) table.add(record)
  const line = (record: UploadedRecord, message: string) => csvLine([...table.cells(record), message], ',')
  return { columns: table.columns, error: ERROR, line }
}
