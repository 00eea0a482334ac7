import drive from '@adonisjs/drive/services/main'
import { idleTransaction } from '#config/postgres'
import { productsInScope } from '#kernel/database/in_scope'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { withTimeout } from '#kernel/time/with_timeout'
import type { OperationItem } from '#operations/rules/operation'
import { lackingForStatus } from '#operations/transfer/import_rights'
import type { Chunk, ChunkOutcome } from '#operations/store/chunk'
import { tieredRows } from './tiered_rows.js'
import { insertNew, withoutKnownKeys } from './insert_rows.js'
import { rightsOf, updates, type Import, type ImportParams } from './params.js'
import { readPartSource } from './part_source.js'
import { readRows, type PlacedRow } from './read_rows.js'
import { itemOf, type RowOutcome } from './row_outcome.js'
import { updateRows } from './update_rows.js'

/**
 * The deadline for reading a part. The transaction that holds the chunk is idle meanwhile, and once Postgres has ended
 * it, a slow drive looks like an unavailable database, which is tried for ever. Milliseconds.
 */
const READ_PATIENCE = idleTransaction * 0.9

/**
 * Imports one part of a file (contract#import): valid rows are imported, and each invalid row becomes an item with
 * its line.
 */
export async function importPart(
  trx: Trx,
  operation: Import,
  chunk: Chunk,
  now: number
): Promise<ChunkOutcome> {
  const { params, productId, dryRun } = operation
  const part = readPartSource(chunk.source)
  const bytes = part.file === null ? null : await withTimeout(drive.use().getBytes(part.file), READ_PATIENCE)
  const read = readRows(bytes, params, productId, part, chunk.firstIndex, now)
  const { own: placed, foreign } = await byProduct(trx, operation, read.placed)
  const { tiered: own, items: withoutTier } = await tieredRows(trx, placed, now)
  const { creatable, refused } = await creatableOf(trx, operation, own)
  const items = [...read.items, ...foreign, ...withoutTier, ...refused.values()]
  const fresh = dryRun
    ? await withoutKnownKeys(trx, operation, creatable)
    : await insertNew(trx, operation, creatable, now)
  const known = own.filter((row) => !fresh.has(row) && !refused.has(row))
  const facts = { created: fresh.size, updated: 0, ignored: read.ignored }
  if (!updates(params.onConflict)) return { items: [...items, ...inVain(params, known)], facts }
  // If this part has anything else to store, it does not wait for licenses that another transaction holds.
  const orWait = fresh.size === 0 && items.length === 0
  const changed = await updateRows(trx, operation, known, { orWait })
  const leftRows = new Set(changed.held.map(({ index }) => index - chunk.firstIndex))
  return {
    items: [...items, ...changed.items],
    leftRows,
    facts: { ...facts, updated: changed.updated },
  }
}

/** Splits rows into those of products that the operation may write to, and items for the others. */
async function byProduct(trx: Trx, operation: Import, placed: PlacedRow[]) {
  const asked = [...new Set(placed.map((row) => row.productId))]
  const ofScope = productsInScope(operation)
  const found = await rows<{ id: string }>(
    trx,
    `select id from products where id = any(?::uuid[]) and ${ofScope.sql}`,
    [asked, ...ofScope.values]
  )
  const products = new Set(found.map(({ id }) => id))
  const outcome: RowOutcome = { reason: 'foreign-product', byKey: operation.productId !== null }
  const isOwn = (row: PlacedRow) => products.has(row.productId)
  return {
    own: placed.filter(isOwn),
    foreign: placed.filter((row) => !isOwn(row)).map((row) => itemOf(row, outcome)),
  }
}

/**
 * Returns the rows that can create a license if their key is free, and items for rows that fail regardless. A row
 * that can only change a license is in neither; updateRows later finds out whether that license exists. Nor is a row
 * that is skipped because its key is taken: what it lacks to create a license does not matter.
 */
async function creatableOf(trx: Trx, operation: Import, own: PlacedRow[]) {
  const { onConflict } = operation.params
  const may = rightsOf(operation)
  const creatable: PlacedRow[] = []
  const refused = new Map<PlacedRow, OperationItem>()
  if (onConflict === 'update-only') return { creatable, refused }
  for (const row of own) {
    const problem = whyNotNew(row, lackingForStatus(row.status, may))
    if (!problem) creatable.push(row)
    else if (!updates(onConflict)) refused.set(row, itemOf(row, problem))
  }
  if (onConflict === 'skip' && refused.size > 0) {
    const free = await withoutKnownKeys(trx, operation, [...refused.keys()])
    for (const row of refused.keys()) if (!free.has(row)) refused.delete(row)
  }
  return { creatable, refused }
}

function whyNotNew(row: PlacedRow, lacks: ReturnType<typeof lackingForStatus>): RowOutcome | null {
  if (row.notNew) return { reason: 'bad-row', problem: row.notNew }
  return lacks && { reason: 'lacks', permission: lacks }
}

/** Items for rows whose key is taken, in an import that changes no licenses. */
function inVain({ onConflict }: ImportParams, known: PlacedRow[]): OperationItem[] {
  const outcome: RowOutcome = { reason: onConflict === 'skip' ? 'already-exists' : 'key-taken' }
  return known.map((row) => itemOf(row, outcome))
}
