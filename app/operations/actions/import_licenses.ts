import drive from '@adonisjs/drive/services/main'
import { insertLicenses, type NewLicense } from '#licensing/actions/insert_licenses'
import type { Permission } from '#catalog/rules/scopes'
import { forbiddenStatus } from '#operations/transfer/import_rights'
import { importedState } from '#operations/transfer/imported_license'
import type { OperationItem } from '#operations/rules/operation'
import type { OperationRow } from '#operations/queries/find_operation'
import { newId } from '#kernel/secrets/ids'
import { productsInScope } from '#kernel/database/in_scope'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { contextOf } from './change_licenses.js'
import type { Chunk, ChunkOutcome, ChunkWork } from './chunk_work.js'
import {
  failed,
  readRows,
  rightsOf,
  updates,
  type ImportParams,
  type Part,
  type PlacedRow,
} from './import_rows.js'
import { updateLicenses } from './update_licenses.js'

/** Imports one part of a file (contract#import): good rows go in, each bad one becomes an item with its line. */
export default class ImportLicenses implements ChunkWork {
  async execute(trx: Trx, operation: OperationRow, chunk: Chunk, now: number): Promise<ChunkOutcome> {
    const params = operation.params as unknown as ImportParams
    const part = chunk.source as Part
    const bytes = part.file === null ? null : await drive.use().getBytes(part.file)
    const { placed, items, ignored } = readRows(bytes, params, operation.productId, chunk, now)
    const ours = await this.#inOwnProducts(trx, operation, placed, items)
    const { creatable, refused } = sorted(params, ours, rightsOf(operation))
    items.push(...refused.values())
    const fresh = operation.dryRun
      ? await this.#withoutKnownKeys(trx, operation, creatable)
      : await this.#insert(trx, operation, creatable, now)
    const known = ours.filter((row) => !fresh.has(row) && !refused.has(row))
    const facts = { created: fresh.size, updated: 0, ignored }
    if (!updates(params.onConflict)) return { items: items.concat(inVain(params, known)), facts }
    // Where other rows are done, nobody waits for licenses that somebody holds.
    const orWait = fresh.size === 0 && items.length === 0
    const { updated, held } = await updateLicenses(trx, operation, known, items, now, { orWait })
    const leftRows = new Set(held.map(({ index }) => index - chunk.firstIndex))
    return { items, leftRows, facts: { ...facts, updated } }
  }

  /** Rows of products that the operation may write to; the others become items. */
  async #inOwnProducts(trx: Trx, operation: OperationRow, placed: PlacedRow[], items: OperationItem[]) {
    const asked = [...new Set(placed.map((row) => row.productId))]
    const ofScope = productsInScope(operation)
    const found = await rows<{ id: string }>(
      trx,
      `select id from products where id = any(?::uuid[]) and ${ofScope.sql}`,
      [asked, ...ofScope.values]
    )
    const own = new Set(found.map(({ id }) => id))
    return placed.filter((row) => {
      if (own.has(row.productId)) return true
      const where = operation.productId
        ? 'The API key is for another product'
        : 'There is no such product in this org'
      items.push(failed(row, 'PRODUCT_NOT_FOUND', where))
      return false
    })
  }

  /** In the order of their keys: two imports of the same keys then wait for each other but never deadlock. */
  async #insert(trx: Trx, operation: OperationRow, ours: PlacedRow[], now: number): Promise<Set<PlacedRow>> {
    const sorted = ours.toSorted((one, other) => (one.key < other.key ? -1 : 1))
    const licenses = sorted.map((row) => newLicense(operation.orgId, row, now))
    const inserted = await insertLicenses(trx, licenses, contextOf(operation, now))
    return new Set(sorted.filter((_, at) => inserted.has(licenses[at].id)))
  }

  async #withoutKnownKeys(trx: Trx, operation: OperationRow, ours: PlacedRow[]): Promise<Set<PlacedRow>> {
    const found = await rows<{ key: string }>(
      trx,
      'select key from licenses where org_id = ? and key = any(?::text[])',
      [operation.orgId, ours.map((row) => row.key)]
    )
    const known = new Set(found.map(({ key }) => key))
    return new Set(ours.filter((row) => !known.has(row.key)))
  }
}

/** What becomes of rows whose key is taken, where no license is changed. */
function inVain({ onConflict }: ImportParams, known: PlacedRow[]): OperationItem[] {
  return known.map((row) => {
    const item = failed(row, 'CONFLICT', 'The org has a license with this key already')
    return onConflict === 'skip' ? { ...item, outcome: 'skipped', code: 'ALREADY_EXISTS' } : item
  })
}

/**
 * Rows that make a license where their key is free, and those that fail as they are. A row that can only change a license
 * is neither: whether there is one to change is seen when it is looked for.
 */
function sorted({ onConflict }: ImportParams, rows: PlacedRow[], may: Permission[] | undefined) {
  const creatable: PlacedRow[] = []
  const refused = new Map<PlacedRow, OperationItem>()
  for (const row of rows) {
    const forbidden = forbiddenStatus(row.status, may)
    if (onConflict === 'update-only') continue
    else if (row.notNew === null && !forbidden) creatable.push(row)
    else if (updates(onConflict)) continue
    else if (row.notNew !== null) refused.set(row, failed(row, 'VALIDATION_ERROR', row.notNew))
    else refused.set(row, failed(row, 'PERMISSION_DENIED', forbidden!))
  }
  return { creatable, refused }
}

function newLicense(orgId: string, row: PlacedRow, now: number): NewLicense {
  return {
    id: newId(),
    orgId,
    productId: row.productId,
    key: row.key,
    ...importedState(row, now),
    revision: 1,
    maxHwidResets: row.maxHwidResets ?? null,
    policyOverride: row.policyOverride ?? null,
    metadata: row.metadata ?? {},
    createdAt: row.createdAt,
  }
}
