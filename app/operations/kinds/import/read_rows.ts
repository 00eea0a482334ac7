import { dateReader } from '#operations/transfer/date_reader'
import { isImportColumn } from '#operations/transfer/import_columns'
import type { ImportRow } from '#operations/transfer/import_row'
import { readPart, type PartRecord } from '#operations/transfer/part'
import { readImportRow } from '#operations/transfer/read_import_row'
import type { OperationItem } from '#operations/rules/operation'
import type { ImportParams } from './params.js'
import type { Part } from './part_source.js'
import { itemOf, type RowOutcome } from './row_outcome.js'

/** A readable row with its place in the file. */
export type PlacedRow = ImportRow & { index: number; line: number; productId: string }

/** The records of a part as rows to import, items for the others, and columns without a meaning. */
export type ReadRows = { placed: PlacedRow[]; items: OperationItem[]; ignored: string[] }

/** The most names of unused columns that one part tells. */
const MOST_IGNORED = 100
/** Characters of such a name that are told. */
const LONGEST_IGNORED = 100

/**
 * Reads and judges the records of a part whose first one has the index `firstIndex`; null for one record that was too
 * large to be kept. Where a file holds a key more than once its first line speaks for it, whichever worker is first, and
 * the others fail.
 */
export function readRows(
  bytes: Uint8Array | null,
  params: ImportParams,
  ownProduct: string | null,
  { line, repeats, only }: Part,
  firstIndex: number,
  now: number
): ReadRows {
  if (bytes === null) {
    const tooLarge: RowOutcome = { reason: 'bad-record', problem: { reason: 'record-too-large' } }
    return { placed: [], items: [itemOf({ index: firstIndex, line }, tooLarge)], ignored: [] }
  }
  const read: ReadRows = { placed: [], items: [], ignored: [] }
  const mine = only && new Set(only)
  const ignored = new Set<string>()
  const firstLines = new Map(repeats)
  const dates = params.dateFormat ? (dateReader(params.dateFormat) ?? undefined) : undefined
  for (const [offset, record] of readPart(bytes, params, line).entries()) {
    if (mine && !mine.has(offset)) continue
    const place = { index: firstIndex + offset, line: record.line }
    if ('problem' in record) {
      read.items.push(itemOf(place, badRecord(record, params)))
      continue
    }
    for (const name of record.values.keys()) {
      if (!isImportColumn(name)) ignored.add(name.slice(0, LONGEST_IGNORED).toWellFormed())
    }
    const found = readImportRow(record.values, now, dates)
    if (!found.allow) {
      const key = record.values.get('key')
      read.items.push(itemOf({ ...place, key }, { reason: 'bad-row', problem: found.reason }))
      continue
    }
    const { row } = found
    const productId = params.productId ?? row.productId ?? ownProduct
    const firstLine = firstLines.get(offset)
    if (!productId) read.items.push(itemOf({ ...place, key: row.key }, PRODUCT_MISSING))
    else if (firstLine !== undefined) {
      read.items.push(itemOf({ ...place, key: row.key }, { reason: 'key-repeated', firstLine }))
    } else read.placed.push({ ...row, ...place, productId })
  }
  read.ignored = [...ignored].filter((name) => !name.includes('\0')).slice(0, MOST_IGNORED)
  return read
}

const PRODUCT_MISSING: RowOutcome = {
  reason: 'bad-row',
  problem: { reason: 'missing', field: 'productId' },
}

/** A file in the encoding of an old spreadsheet has many foreign records: the first one says what to do about it. */
function badRecord(
  { line, problem }: Extract<PartRecord, { problem: unknown }>,
  { foreignLine, format }: ImportParams
): RowOutcome {
  if (problem.reason !== 'not-utf8' || foreignLine === undefined) return { reason: 'bad-record', problem }
  return line === foreignLine
    ? { reason: 'first-foreign', format }
    : { reason: 'foreign-too', firstLine: foreignLine }
}
