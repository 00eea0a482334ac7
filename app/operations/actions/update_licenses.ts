import type { OperationItem } from '#operations/rules/operation'
import { metadataProblems } from '#kernel/json/metadata'
import { importSteps } from '#operations/transfer/import_steps'
import type { OperationRow } from '#operations/queries/find_operation'
import {
  readLicenses,
  writeChanges,
  type ChangeContext,
  type LicenseChange,
} from '#licensing/store/license_ledger'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { markExpired } from '#licensing/actions/expire_licenses'
import type { LicenseState } from '#licensing/rules/license'
import { forbiddenStatus, forbiddenStep } from '#operations/transfer/import_rights'
import { contextOf, scopeOf } from './change_licenses.js'
import { lockFree } from './lock_chunk.js'
import { failed, rightsOf, type ImportParams, type PlacedRow } from './import_rows.js'

type Extras = {
  id: string
  maxHwidResets: number | null
  policyOverride: object | null
  metadata: Record<string, unknown>
}

/**
 * Changes the licenses that rows of an import name by key (onConflict=update): what a row says replaces what
 * the license has, `metadata.NAME` columns one by one. Each change is told by the events that a route would
 * tell of it. Returns how many licenses changed, and the rows whose licenses somebody else holds. A dry run locks nothing.
 * Errors: lock timeout, where `orWait` lets it wait.
 */
export async function updateLicenses(
  trx: Trx,
  operation: OperationRow,
  placed: PlacedRow[],
  items: OperationItem[],
  now: number,
  { orWait }: { orWait: boolean }
): Promise<{ updated: number; held: PlacedRow[] }> {
  if (placed.length === 0) return { updated: 0, held: [] }
  const byKey = new Map(placed.map((row) => [row.key, row]))
  const keys = await keysById(trx, operation.orgId, [...byKey.keys()])
  const ids = [...keys.keys()]
  const scope = scopeOf(operation)
  const { licenses, held: heldIds } = operation.dryRun
    ? { licenses: await readLicenses(trx, scope, ids), held: new Set<string>() }
    : await lockFree(trx, scope, ids, { orWait })
  const held = [...heldIds].map((id) => byKey.get(keys.get(id)!)!)
  for (const { key } of held) byKey.delete(key)
  const extras = await findExtras(
    trx,
    licenses.map(({ id }) => id)
  )
  const changes: LicenseChange[][] = []
  const changedExtras: Extras[] = []
  const expired: LicenseState[] = []
  const may = rightsOf(operation)
  for (const before of licenses) {
    const row = byKey.get(before.key)!
    byKey.delete(before.key)
    if (row.productId !== before.productId) {
      items.push(failed(row, 'CONFLICT', 'The license with this key belongs to another product'))
      continue
    }
    const had = extras.get(before.id)!
    const has = { ...had, ...given(row, had) }
    const [problem] = row.metadata && row.mergesMetadata ? metadataProblems(has.metadata) : []
    if (problem) {
      items.push(failed(row, 'VALIDATION_ERROR', problem.message))
      continue
    }
    const steps = importSteps(before, row, changedKeys(had, has), now)
    if (!Array.isArray(steps)) {
      items.push(failed(row, steps.code, steps.message))
      if (steps.expired) expired.push(before)
      continue
    }
    const forbidden = forbiddenStep(steps, may)
    if (forbidden) items.push(failed(row, 'PERMISSION_DENIED', forbidden))
    else if (steps.length === 0) {
      items.push({ ...failed(row, 'UNCHANGED', 'The license is as the row says'), outcome: 'skipped' })
    } else {
      changes.push(steps.map((step, at) => ({ ...step, before: at === 0 ? before : steps[at - 1].after })))
      changedExtras.push(has)
    }
  }
  for (const row of byKey.values()) items.push(missed(row, operation))
  if (operation.dryRun) return { updated: changes.length, held }
  await writeSteps(trx, changes, contextOf(operation, now))
  await writeExtras(trx, changedExtras)
  await markExpired(trx, expired, now)
  return { updated: changes.length, held }
}

/** The item of a row whose key no license has that the operation may change. */
function missed(row: PlacedRow, operation: OperationRow): OperationItem {
  const { onConflict } = operation.params as unknown as ImportParams
  const forbidden = forbiddenStatus(row.status, rightsOf(operation))
  if (onConflict === 'update-only') {
    return failed(row, 'LICENSE_NOT_FOUND', 'The org has no license with this key')
  }
  if (row.notNew !== null) return failed(row, 'VALIDATION_ERROR', row.notNew)
  if (forbidden) return failed(row, 'PERMISSION_DENIED', forbidden)
  return failed(row, 'CONFLICT', 'The key belongs to a license out of reach')
}

/** The first step of every license, then the second of those that have one, and so on. */
async function writeSteps(trx: Trx, changes: LicenseChange[][], context: ChangeContext) {
  for (let at = 0; ; at++) {
    const wave = changes.flatMap((steps) => steps.slice(at, at + 1))
    if (wave.length === 0) return
    await writeChanges(trx, wave, context)
  }
}

function given(row: PlacedRow, had: Extras): Partial<Extras> {
  const { maxHwidResets, policyOverride, metadata, mergesMetadata } = row
  return {
    ...(maxHwidResets !== undefined && { maxHwidResets }),
    ...(policyOverride !== undefined && { policyOverride }),
    ...(metadata !== undefined && {
      metadata: mergesMetadata ? { ...had.metadata, ...metadata } : metadata,
    }),
  }
}

/** Compared as JSON with sorted keys, because the database keeps objects in an order of its own. */
function changedKeys<T extends object>(before: T, after: T): string[] {
  return (Object.keys(after) as (keyof T & string)[]).filter(
    (name) => canonical(before[name]) !== canonical(after[name])
  )
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one
  )
}

/** The licenses of an org that have some keys: their keys by their ids. */
async function keysById(trx: Trx, orgId: string, keys: string[]) {
  const found = await rows<{ id: string; key: string }>(
    trx,
    'select id, key from licenses where org_id = ? and key = any(?::text[])',
    [orgId, keys]
  )
  return new Map(found.map(({ id, key }) => [id, key]))
}

/** What rows may change besides the state, of licenses that the transaction holds. */
async function findExtras(trx: Trx, ids: string[]) {
  const found = await rows<Extras>(
    trx,
    `select id, max_hwid_resets as "maxHwidResets", policy_override as "policyOverride", metadata
     from licenses where id = any(?::uuid[])`,
    [ids]
  )
  return new Map(found.map((one) => [one.id, one]))
}

async function writeExtras(trx: Trx, changed: Extras[]) {
  if (changed.length === 0) return
  await rows(
    trx,
    `update licenses set max_hwid_resets = v.resets, policy_override = v.policy, metadata = v.metadata
     from unnest(?::uuid[], ?::int[], ?::jsonb[], ?::jsonb[]) as v (id, resets, policy, metadata)
     where licenses.id = v.id`,
    [
      changed.map((one) => one.id),
      changed.map((one) => one.maxHwidResets),
      changed.map((one) => one.policyOverride && JSON.stringify(one.policyOverride)),
      changed.map((one) => JSON.stringify(one.metadata)),
    ]
  )
}
