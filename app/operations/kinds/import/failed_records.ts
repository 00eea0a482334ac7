import drive from '@adonisjs/drive/services/main'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import type { PartShape } from '#operations/transfer/part'
import { uploadedRecords, type UploadedRecord } from '#operations/transfer/uploaded_records'

type Part = { firstIndex: number; size: number; file: string | null; line: number }
type Failed = { index: number; message: string }

/** A record that failed, as uploaded; without texts if it was too large to keep. */
type FailedRecord = UploadedRecord & { message: string }

const NOT_KEPT: UploadedRecord = { texts: [], isDamaged: false }

/**
 * The failed records of an import, in the order of the file. They are read part by part from the stored upload, which
 * is kept for 7 days.
 */
export async function* failedRecords(id: string, shape: PartShape): AsyncGenerator<FailedRecord> {
  for (const { firstIndex, size, file, line } of await failedParts(id)) {
    const failed = await rows<Failed>(
      db.connection(),
      `select index, message from operation_items
       where operation_id = ? and outcome = 'failed' and index >= ? and index < ? order by index`,
      [id, firstIndex, firstIndex + size]
    )
    const uploaded = file === null ? [] : uploadedRecords(await drive.use().getBytes(file), shape, line)
    for (const { index, message } of failed) yield { ...(uploaded[index - firstIndex] ?? NOT_KEPT), message }
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
