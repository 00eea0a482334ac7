import { parseCsv, rawCells } from './csv.js'
import { cutRecords, decode, type PartShape } from './part.js'

/** A record of a part as it was uploaded. */
export type UploadedRecord = {
  /** The cells of a CSV row, or the text of a JSON record. */
  texts: string[]
  /**
   * The record is not UTF-8, or its cells are not those of the columns. The texts of a damaged CSV row are its cells
   * with their quotes, one character for each byte.
   */
  isDamaged: boolean
}

/** The records of a part as they were uploaded, in the order of `readPart`. */
export function uploadedRecords(bytes: Uint8Array, shape: PartShape, firstLine: number): UploadedRecord[] {
  const records = cutRecords(bytes, shape, firstLine)
  if (shape.format === 'csv') return records.flatMap(({ bytes: one }) => uploadedRow(one, shape))
  return records.map(({ bytes: one }) => ({
    texts: [new TextDecoder().decode(one).trim()],
    isDamaged: decode(one) === null,
  }))
}

function uploadedRow(bytes: Uint8Array, { columns, delimiter }: PartShape): UploadedRecord[] {
  const text = decode(bytes)
  if (text === null) return [damagedRow(bytes, delimiter)]
  return parseCsv(text, delimiter).map(({ cells, problem }) =>
    problem || cells.length !== columns.length
      ? damagedRow(bytes, delimiter)
      : { texts: cells, isDamaged: false }
  )
}

function damagedRow(bytes: Uint8Array, delimiter: string): UploadedRecord {
  const text = Buffer.from(bytes).toString('latin1')
  return { texts: rawCells(text.replace(/[\r\n]+$/, ''), delimiter), isDamaged: true }
}
