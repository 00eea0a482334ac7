import type { OperationItem } from '#domain/operation/operation'
import { metadataProblems } from '#domain/license/metadata'
import { importSteps } from '#domain/transfer/import_steps'
import { updatedState } from '#domain/transfer/imported_license'
import type { OperationRow } from '#queries/operations/find_operation'
import { lockLicenses, writeChanges, type ChangeContext, type LicenseChange } from '#services/license_ledger'
import { rows } from '#services/sql'
import type { Trx } from '#services/unit_of_work'
import { contextOf, scopeOf } from './change_licenses.js'
import { failed, type PlacedRow } from './import_rows.js'

type Extras = {
  id: string
  maxHwidResets: number | null
  policyOverride: object | null
  metadata: Record<string, unknown>
}

/**
 * Changes the licenses that rows of an import name by key (onConflict=update): what a row says replaces what
 * the license has, `metadata.NAME` columns one by one. Each change is told by the events that a route would
 * tell of it. Returns how many licenses changed.
 */
export async function updateLicenses(
  trx: Trx,
  operation: OperationRow,
  placed: PlacedRow[],
  items: OperationItem[],
  now: number
): Promise<number> {
  if (placed.length === 0) return 0
  const byKey = new Map(placed.map((row) => [row.key, row]))
  const found = await findExtras(trx, operation.orgId, [...byKey.keys()])
  const extras = new Map(found.map((one) => [one.id, one]))
  const licenses = await lockLicenses(trx, scopeOf(operation), [...extras.keys()])
  const changes: LicenseChange[][] = []
  const changedExtras: Extras[] = []
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
    const steps = importSteps(before, updatedState(before, row, now), changedKeys(had, has), now)
    if (typeof steps === 'string') items.push(failed(row, 'CONFLICT', steps))
    else if (steps.length === 0) {
      items.push({ ...failed(row, 'UNCHANGED', 'The license is as the row says'), outcome: 'skipped' })
    } else {
      changes.push(steps.map((step, at) => ({ ...step, before: at === 0 ? before : steps[at - 1].after })))
      changedExtras.push(has)
    }
  }
  for (const row of byKey.values())
    items.push(failed(row, 'CONFLICT', 'The key belongs to a license out of reach'))
  if (operation.dryRun) return changes.length
  await writeSteps(trx, changes, contextOf(operation, now))
  await writeExtras(trx, changedExtras)
  return changes.length
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

function findExtras(trx: Trx, orgId: string, keys: string[]): Promise<Extras[]> {
  return rows(
    trx,
    `select id, max_hwid_resets as "maxHwidResets", policy_override as "policyOverride", metadata
     from licenses where org_id = ? and key = any(?::text[]) order by id for update`,
    [orgId, keys]
  )
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
