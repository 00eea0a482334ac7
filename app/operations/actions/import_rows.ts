import type { Permission } from '#catalog/rules/scopes'
import { unstorable } from '#kernel/json/json'
import { isImportColumn } from '#operations/transfer/import_columns'
import { readImportRow, type ImportRow } from '#operations/transfer/import_row'
import { dateReader } from '#operations/transfer/import_values'
import { NOT_UTF8, readPart, type PartShape } from '#operations/transfer/part'
import { LIMITS } from '#kernel/files/file_limits'
import type { OperationItem } from '#operations/rules/operation'
import type { OperationRow } from '#operations/queries/find_operation'
import type { Chunk } from './chunk_work.js'
import type { StoredPart } from './store_upload.js'

export type ConflictRule = 'fail' | 'skip' | 'update' | 'update-only'
export type ImportParams = PartShape & {
  productId: string | null
  onConflict: ConflictRule
  /** How dates of the file are written that are no ISO 8601, in Luxon's tokens. */
  dateFormat?: string
  /** The scopes of the API key that asked for the import; left out for people, who may do what their role allows. */
  may?: Permission[]
  /** The line of the first record that is not UTF-8. */
  foreignLine?: number
}

/** Whether licenses that are there already are changed. */
export function updates(onConflict: ConflictRule | undefined): boolean {
  return onConflict === 'update' || onConflict === 'update-only'
}

/** A part of the file as the chunk keeps it. */
export type Part = Pick<StoredPart, 'file' | 'line' | 'repeats'> & {
  /** The offsets of the rows that the chunk has; left out where it has all of the part. */
  only?: number[]
}

/** A readable row with its place in the file. */
export type PlacedRow = ImportRow & { index: number; line: number; productId: string }

/** What the records of a part come to. */
export type ReadRows = { placed: PlacedRow[]; items: OperationItem[]; ignored: string[] }

/**
 * Reads and judges the records of a part; null for one record that was too large to be kept. Where a file holds
 * a key more than once its first line speaks for it, whichever worker is first, and the others fail.
 */
export function readRows(
  bytes: Uint8Array | null,
  params: ImportParams,
  ownProduct: string | null,
  { source, firstIndex }: Chunk,
  now: number
): ReadRows {
  const { line, repeats, only } = source as Part
  const mine = only && new Set(only)
  const items: OperationItem[] = []
  if (bytes === null) {
    const problem = `The row is larger than ${LIMITS.recordBytes} bytes`
    return {
      placed: [],
      items: [failed({ index: firstIndex, line }, 'VALIDATION_ERROR', problem)],
      ignored: [],
    }
  }
  const placed: PlacedRow[] = []
  const ignored = new Set<string>()
  const firstLines = new Map(repeats)
  const reader = params.dateFormat ? (dateReader(params.dateFormat) ?? undefined) : undefined
  for (const [offset, record] of readPart(bytes, params, line).entries()) {
    if (mine && !mine.has(offset)) continue
    const place = { index: firstIndex + offset, line: record.line }
    if ('problem' in record) {
      items.push(failed(place, 'VALIDATION_ERROR', told(record, params)))
      continue
    }
    for (const name of record.values.keys()) if (!isImportColumn(name)) ignored.add(name)
    const row = readImportRow(record.values, now, reader)
    const productId = params.productId ?? (typeof row === 'string' ? null : row.productId) ?? ownProduct
    const firstLine = firstLines.get(offset)
    if (typeof row === 'string') items.push(failed(place, 'VALIDATION_ERROR', row, record.values.get('key')))
    else if (!productId) items.push(failed({ ...row, ...place }, 'VALIDATION_ERROR', 'productId is missing'))
    else if (firstLine !== undefined) {
      items.push(
        failed({ ...row, ...place }, 'CONFLICT', `Line ${firstLine} of the file has this key already`)
      )
    } else placed.push({ ...row, ...place, productId })
  }
  return { placed, items, ignored: [...ignored].filter((name) => !name.includes('\0')).slice(0, 100) }
}

/** A file in the encoding of an old spreadsheet has many such rows: the first one says what to do about it. */
function told({ line, problem }: { line: number; problem: string }, params: ImportParams): string {
  const { foreignLine, format } = params
  if (problem !== NOT_UTF8 || foreignLine === undefined) return problem
  return line === foreignLine
    ? `${problem}: save the file as ${format === 'csv' ? '"CSV UTF-8"' : 'UTF-8'}`
    : `${problem}, as line ${foreignLine} is not`
}

/** What the rows of an import may do; an API key of an import from before this was noted may do no more than its routes. */
export function rightsOf({ params, createdByType }: OperationRow): Permission[] | undefined {
  const { may } = params as unknown as ImportParams
  return may ?? (createdByType === 'apiKey' ? [] : undefined)
}

/** An item for a row that did not go in. A key that is none is shown as far as it helps to find it. */
export function failed(
  place: { index: number; line: number; key?: string },
  code: string,
  message: string,
  key: unknown = place.key
): OperationItem {
  const shown = typeof key === 'string' && unstorable(key) === null ? key.slice(0, 128) : null
  const { index, line } = place
  return { index, line, licenseId: null, key: shown || null, outcome: 'failed', code, message }
}
