import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { markExpired } from '#licensing/actions/expire_licenses'
import type { LicenseState } from '#licensing/rules/license'
import { readAttributes, writeAttributes, type AttributesOf } from '#licensing/store/license_attributes'
import { writeChanges, type ChangeContext, type LicenseChange } from '#licensing/store/license_ledger'
import type { OperationItem } from '#operations/rules/operation'
import { lackingForStatus } from '#operations/transfer/import_rights'
import { lockFree, readUnlocked } from '#operations/store/lock_chunk'
import { contextOf, scopeOf } from '../on_behalf.js'
import { rightsOf, type Import } from './params.js'
import { decideRow } from './decide_row.js'
import type { PlacedRow } from './read_rows.js'
import { featureBases } from './row_features.js'
import { itemOf, type RowOutcome } from './row_outcome.js'

/**
 * The number of changed licenses, the items of the other rows, and the rows whose licenses another transaction holds.
 */
export type UpdatedRows = { updated: number; items: OperationItem[]; held: PlacedRow[] }

/**
 * Changes the licenses that import rows name by key (onConflict=update). The values of a row replace those of the
 * license; `metadata.NAME` columns replace single entries. Each change has the events that a route would record for
 * it. A dry run locks nothing. With `orWait` it may wait for locks.
 * @throws a lock timeout, only with `orWait`
 */
export async function updateRows(
  trx: Trx,
  operation: Import,
  placed: PlacedRow[],
  { orWait }: { orWait: boolean }
): Promise<UpdatedRows> {
  if (placed.length === 0) return { updated: 0, items: [], held: [] }
  const { found, held, missed, now } = await findLicenses(trx, operation, placed, orWait)
  const attributes = await readAttributes(
    trx,
    found.map(({ license }) => license.id)
  )
  const bases = await featureBases(trx, found)
  const may = rightsOf(operation)
  const changes: LicenseChange[][] = []
  const changedAttributes: AttributesOf[] = []
  const items: OperationItem[] = []
  const expired: LicenseState[] = []
  for (const { license, row } of found) {
    const known = { had: attributes.get(license.id)!, base: bases.get(license.id), may }
    const verdict = decideRow(license, row, known, now)
    if (verdict.allow) {
      changes.push(verdict.changes)
      changedAttributes.push(verdict.attributes)
    } else {
      items.push(itemOf(row, verdict.reason.outcome))
      if (verdict.reason.expired) expired.push(license)
    }
  }
  items.push(...missed.map((row) => itemOf(row, whyMissed(row, operation))))
  if (!operation.dryRun) {
    await writeSteps(trx, changes, contextOf(operation, now))
    await writeAttributes(trx, changedAttributes)
    await markExpired(trx, expired, now)
  }
  return { updated: changes.length, items, held }
}

/**
 * Returns the licenses of rows, locked; the rows whose licenses another transaction holds; the rows without a license;
 * and the moment of the locks.
 */
async function findLicenses(trx: Trx, operation: Import, placed: PlacedRow[], orWait: boolean) {
  const byKey = new Map(placed.map((row) => [row.key, row]))
  const keys = await keysById(trx, operation.orgId, [...byKey.keys()])
  const scope = scopeOf(operation)
  const ids = [...keys.keys()]
  const locked = operation.dryRun
    ? await readUnlocked(trx, scope, ids)
    : await lockFree(trx, scope, ids, { orWait })
  const held = [...locked.held].map((id) => byKey.get(keys.get(id)!)!)
  for (const { key } of held) byKey.delete(key)
  const found = locked.licenses.map((license) => ({ license, row: byKey.get(license.key)! }))
  for (const { row } of found) byKey.delete(row.key)
  return { found, held, missed: [...byKey.values()], now: locked.now }
}

/** Why a row changes no license: the operation may not change any license with its key. */
function whyMissed(row: PlacedRow, operation: Import): RowOutcome {
  if (operation.params.onConflict === 'update-only') return { reason: 'no-license' }
  if (row.notNew) return { reason: 'bad-row', problem: row.notNew }
  const permission = lackingForStatus(row.status, rightsOf(operation))
  return permission ? { reason: 'lacks', permission } : { reason: 'out-of-reach' }
}

/** Writes the first step of every license, then the second step of those that have one, and so on. */
async function writeSteps(trx: Trx, changes: LicenseChange[][], context: ChangeContext) {
  for (let at = 0; ; at++) {
    const wave = changes.flatMap((steps) => steps.slice(at, at + 1))
    if (wave.length === 0) return
    await writeChanges(trx, wave, context)
  }
}

/** Maps the ids of the org's licenses with these keys to their keys. */
async function keysById(trx: Trx, orgId: string, keys: string[]) {
  const found = await rows<{ id: string; key: string }>(
    trx,
    'select id, key from licenses where org_id = ? and key = any(?::text[])',
    [orgId, keys]
  )
  return new Map(found.map(({ id, key }) => [id, key]))
}
