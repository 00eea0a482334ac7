import { unstorable } from '#domain/json'
import { isImportColumn, readImportRow, type ImportRow } from '#domain/transfer/import_row'
import { readPart, type PartShape } from '#domain/transfer/part'
import { LIMITS } from '#domain/transfer/scanner'
import type { OperationItem } from '#domain/operation/operation'
import type { Chunk } from './chunk_work.js'
import type { StoredPart } from './store_upload.js'

export const CONFLICT_RULES = ['fail', 'skip', 'update'] as const
export type ImportParams = PartShape & {
  productId: string | null
  onConflict: (typeof CONFLICT_RULES)[number]
}

/** A part of the file as the chunk keeps it. */
export type Part = Pick<StoredPart, 'file' | 'line' | 'repeats'>

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
  const { line, repeats } = source as Part
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
  for (const [offset, record] of readPart(bytes, params, line).entries()) {
    const place = { index: firstIndex + offset, line: record.line }
    if ('problem' in record) {
      items.push(failed(place, 'VALIDATION_ERROR', record.problem))
      continue
    }
    for (const name of record.values.keys()) if (!isImportColumn(name)) ignored.add(name)
    const row = readImportRow(record.values, now)
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
