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

/** The readable rows of a part, items for the other records, and the names of unused columns. */
export type ReadRows = { placed: PlacedRow[]; items: OperationItem[]; ignored: string[] }

/** The most unused column names that one part reports. */
const MOST_IGNORED = 100
/** The most characters of a reported column name. */
const LONGEST_IGNORED = 100

/**
 * Reads and checks the records of a part whose first record has the index `firstIndex`. `bytes` is null for a single
 * record that was too large to keep. If a file repeats a key, the row on its first line counts and the others fail,
 * whichever worker is first.
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
      read.items.push(itemOf({ ...place, key: record.key }, badRecord(record, params)))
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

/**
 * A file in the encoding of an old spreadsheet has many records that are not UTF-8; only the first one says what to
 * do.
 */
function badRecord(
  { line, problem }: Extract<PartRecord, { problem: unknown }>,
  { foreignLine, format }: ImportParams
): RowOutcome {
  if (problem.reason !== 'not-utf8' || foreignLine === undefined) return { reason: 'bad-record', problem }
  return line === foreignLine
    ? { reason: 'first-foreign', format }
    : { reason: 'foreign-too', firstLine: foreignLine }
}
