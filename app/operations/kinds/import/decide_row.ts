import { deny, type Verdict } from '#kernel/refusals/verdict'
import type { Permission } from '#catalog/rules/permissions'
import { metadataProblems } from '#kernel/json/metadata'
import type { LicenseState } from '#licensing/rules/license'
import type { AttributesOf } from '#licensing/store/license_attributes'
import type { LicenseChange } from '#licensing/store/license_ledger'
import { lackingForSteps } from '#operations/transfer/import_rights'
import { importSteps } from '#operations/transfer/import_steps'
import type { ImportStep } from '#operations/transfer/step_list'
import type { PlacedRow } from './read_rows.js'
import { updatedFeatureProblems, type FeatureBase } from './row_features.js'
import type { RowOutcome } from './row_outcome.js'

/**
 * The changes that a row makes, step by step, and the attributes after them. On a refusal, `expired` is true if the
 * decision found the license past its limit.
 */
export type RowVerdict = Verdict<
  { outcome: RowOutcome; expired: boolean },
  { changes: LicenseChange[]; attributes: AttributesOf }
>

/** What a decision on a row needs besides the row. `may` limits the rows of an API key. */
type Known = { had: AttributesOf; base: FeatureBase | undefined; may: Permission[] | undefined }

/** Decides what a row changes in a license. */
export function decideRow(
  license: LicenseState,
  row: PlacedRow,
  { had, base, may }: Known,
  now: number
): RowVerdict {
  if (row.productId !== license.productId) return no({ reason: 'other-product' })
  const attributes = { ...had, ...given(row, had) }
  const [problem] = row.metadata && row.mergesMetadata ? metadataProblems(attributes.metadata) : []
  if (problem) return no({ reason: 'bad-metadata', problem })
  const problems = updatedFeatureProblems(row, had.features, base)
  if (problems.length > 0) return no({ reason: 'bad-row', problem: { reason: 'fields', problems } })
  const changed = changedKeys(had, attributes)
  const way = importSteps(license, row, changed, now)
  if (!way.allow) {
    const expired = way.reason.reason === 'refused' && way.reason.by.marks !== undefined
    return no({ reason: 'no-way', problem: way.reason }, expired)
  }
  const { steps } = way
  const permission = lackingForSteps(steps, may)
  if (permission) return no({ reason: 'lacks', permission })
  if (steps.length === 0) return no({ reason: 'unchanged' })
  const changes = steps.map((step, at) => {
    const before = at === 0 ? license : steps[at - 1].after
    return withAttributes({ ...step, before }, had, attributes, changed)
  })
  return { allow: true, changes, attributes }
}

/** Adds the old and new values of changed attributes to the step that names them, so that the timeline keeps them. */
function withAttributes(
  change: ImportStep & { before: LicenseState },
  had: AttributesOf,
  has: AttributesOf,
  changed: (keyof AttributesOf)[]
): LicenseChange {
  if (change.event !== 'license.updated' || changed.length === 0) return change
  const of = (values: AttributesOf) => Object.fromEntries(changed.map((field) => [field, values[field]]))
  return { ...change, before: { ...change.before, ...of(had) }, after: { ...change.after, ...of(has) } }
}

function no(outcome: RowOutcome, expired = false) {
  return deny({ outcome, expired })
}

function given(row: PlacedRow, had: AttributesOf): Partial<AttributesOf> {
  const { maxHwidResets, policyOverride, features, metadata, mergesMetadata } = row
  const { updatesUntil, maxVersion, channels } = row
  return {
    ...(maxHwidResets !== undefined && { maxHwidResets }),
    ...(policyOverride !== undefined && { policyOverride }),
    ...(features !== undefined && { features: features as AttributesOf['features'] }),
    ...(updatesUntil !== undefined && { updatesUntil }),
    ...(maxVersion !== undefined && { maxVersion }),
    ...(channels !== undefined && { channels }),
    ...(metadata !== undefined && {
      metadata: mergesMetadata ? { ...had.metadata, ...metadata } : metadata,
    }),
  }
}

/** Compared as JSON with sorted keys, because the database keeps objects in an order of its own. */
function changedKeys<T extends object>(before: T, after: T): (keyof T & string)[] {
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
