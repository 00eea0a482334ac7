import { isDeepStrictEqual } from 'node:util'
import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import type { ReadMoment } from '#kernel/time/millis'
import { licensesOverRoom } from '#catalog/queries/feature_room'
import { applyDecision, conflict } from '#licensing/actions/change_license'
import { changeTerms } from '#licensing/rules/changes'
import type { LicenseState } from '#licensing/rules/license'
import type { LicenseAttributes } from '#licensing/rules/patch'
import type { Terms } from '#licensing/rules/terms'
import { changeTier } from '#licensing/rules/tier_change'
import type { HeldTier } from '#licensing/store/held_tiers'
import { readAttributes, writeAttributes } from '#licensing/store/license_attributes'
import { writeChanges, type ChangeContext } from '#licensing/store/license_ledger'
import { TIERED_COLUMNS, TIERED_TABLES } from '#licensing/store/tiered_sql'
import type { SoldAttributes } from '#storefront/rules/order'
import type { GivenPolicy } from '#storefront/rules/sold_attributes'

/** The changes to a locked license. Omitted fields stay as they are. `tier` is locked; null removes the tier. */
export type TargetChange = { terms?: Terms; attributes?: SoldAttributes; tier?: HeldTier | null }

/** A context whose moment is read once the licenses are locked, so that changes are dated after those they waited for. */
export type UndatedContext = Omit<ChangeContext, 'now'> & { clock: ReadMoment }

/** Returns the context with its moment; call it under the locks of the licenses. */
export function dated({ clock, ...context }: UndatedContext): ChangeContext {
  return { ...context, now: clock() }
}

/**
 * Changes a locked license as a PATCH does: first one license.updated, with the old values in the timeline, then the
 * tier. Returns the new state, or the old one if nothing changes.
 * @throws Refusal CONFLICT if the expiry would be after the year 9999; VALIDATION_ERROR if the license's own features
 *   leave no room for the features of the tier.
 */
export async function changeTarget(
  trx: Trx,
  before: LicenseState,
  { tier, ...change }: TargetChange,
  context: ChangeContext
): Promise<LicenseState> {
  if (tier) await assertRoom(trx, before.id, tier)
  const updated = await update(trx, before, change, context)
  return tier === undefined ? updated : applyDecision(trx, updated, changeTier(updated, tier), context)
}

async function assertRoom(trx: Trx, id: string, { features }: HeldTier) {
  const over = await licensesOverRoom(trx, { sql: 'l.id = ?', values: [id] }, { tier: features })
  if (over.length > 0) throw conflict({ reason: 'features-too-large' })
}

async function update(
  trx: Trx,
  before: LicenseState,
  { terms, attributes }: Omit<TargetChange, 'tier'>,
  context: ChangeContext
): Promise<LicenseState> {
  const decision = terms ? changeTerms(before, terms, true, context.now) : null
  if (decision && decision.outcome !== 'changed') throw new Refusal('CONFLICT')
  const { id, ...had } = (await readAttributes(trx, [before.id])).get(before.id)!
  const has: LicenseAttributes = { ...had, ...attributes }
  const changed = (Object.keys(had) as (keyof LicenseAttributes)[]).filter(
    (field) => !isDeepStrictEqual(had[field], has[field])
  )
  if (!decision && changed.length === 0) return before
  const after = decision?.after ?? { ...before, revision: before.revision + 1 }
  if (changed.length > 0) await writeAttributes(trx, [{ id, ...has }])
  const told = (values: LicenseAttributes) =>
    Object.fromEntries(changed.map((field) => [field, values[field]]))
  const payload = { licenseId: before.id, fields: [...(decision?.payload.fields ?? []), ...changed] }
  await writeChanges(
    trx,
    [
      {
        before: { ...before, ...told(had) },
        after: { ...after, ...told(has) },
        event: 'license.updated',
        payload,
      },
    ],
    context
  )
  return after
}

/** The attributes of a locked license that orders can change. */
export async function soldAttributesOf(trx: Trx, id: string): Promise<SoldAttributes> {
  const { maxHwidResets, policyOverride } = (await readAttributes(trx, [id])).get(id)!
  return { maxHwidResets, policyOverride }
}

/** The policies that a license gets from its product and its tier. */
export async function givenPolicyOf(trx: Trx, id: string): Promise<GivenPolicy> {
  const sql = `select ${TIERED_COLUMNS} from licenses l ${TIERED_TABLES} where l.id = ?`
  const found = await firstRow<{ productPolicy: GivenPolicy['product']; tierPolicy: GivenPolicy['tier'] }>(
    trx,
    sql,
    [id]
  )
  return { product: found!.productPolicy, tier: found!.tierPolicy }
}
