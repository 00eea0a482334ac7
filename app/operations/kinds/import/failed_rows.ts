import drive from '@adonisjs/drive/services/main'
import db from '@adonisjs/lucid/services/db'
import { csvLine } from '#kernel/text/csv_line'
import { recordTexts } from '#operations/transfer/part'
import { rows } from '#kernel/database/sql'
import type { StoredOperation } from '../kind.js'
import { importKind } from './kind.js'

type Part = { firstIndex: number; size: number; file: string | null; line: number }
type Failed = { index: number; message: string }

const ERROR = 'error'

/** The only delimiter that an import does not detect by itself; a first line must name it. */
const NAMED_DELIMITER = '|'

/**
 * The failed rows of an import, as a CSV file to be repaired and imported again. It has the columns of the upload and
 * an `error` column, which replaces the `error` column of an earlier attempt. The rows are read part by part from the
 * stored upload, which is kept for 7 days. A row that was too large to keep has only its error.
 */
export async function* failedRows(operation: StoredOperation): AsyncGenerator<string> {
  const { id, params: shape } = importKind.read(operation)
  const headings = shape.format === 'csv' ? (shape.headings ?? shape.columns) : ['record']
  const delimiter = shape.delimiter || ','
  const others = (cells: string[]) =>
    headings.flatMap((_, at) => (shape.columns[at] === ERROR ? [] : (cells[at] ?? '')))
  if (delimiter === NAMED_DELIMITER) yield `sep=${delimiter}\r\n`
  yield csvLine([...others(headings), ERROR], delimiter)
  for (const { firstIndex, size, file, line } of await failedParts(id)) {
    const failed = await rows<Failed>(
      db.connection(),
      `select index, message from operation_items
       where operation_id = ? and outcome = 'failed' and index >= ? and index < ? order by index`,
      [id, firstIndex, firstIndex + size]
    )
    const texts = file === null ? [] : recordTexts(await drive.use().getBytes(file), shape, line)
    for (const { index, message } of failed) {
      yield csvLine([...others(texts[index - firstIndex] ?? []), message], delimiter)
    }
  }
}

/** The parts of a file that have failed rows. A part's rows may be spread over several chunks. */
function failedParts(id: string) {
  return rows<Part>(
    db.connection(),
    `select first_index as "firstIndex", sum(size)::int as size, min(source->>'file') as file,
       min((source->>'line')::int) as line
     from operation_chunks where operation_id = ? group by first_index having sum(failed) > 0 order by first_index`,
    [id]
  )
}
