import { inSavepoint } from '#kernel/database/savepoint'
import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import type { LicenseState } from '#licensing/rules/license'
import { lockLicenses, type ChangeContext } from '#licensing/store/license_ledger'
import {
  isPlan,
  needsTarget,
  soldTierId,
  type ListingSettings,
  type ShopListing,
} from '#storefront/rules/listing'
import type { OrderEffect } from '#storefront/rules/order'
import { effectOfPlan, withoutPlan, type PlanValues } from '#storefront/rules/plan_effect'
import { changeTarget, dated, soldAttributesOf, type UndatedContext } from './change_target.js'
import type { LockedOrder } from './lock_order.js'
import { holdSoldTier } from './sold_tiers.js'
import { flagOrder } from './write_order.js'

/** What a listing says of its license. */
export type ListedPlan = Pick<ShopListing, 'kind' | 'tierId' | 'toTierId' | 'policyOverride'>

/** The plan of a listing, also if it was archived since; null if it is unknown. */
export async function listedPlanOf(
  trx: Trx,
  orgId: string,
  listingId: string | null
): Promise<ListedPlan | null> {
  const sql = `select kind, settings from listings where org_id = ? and id = ?`
  const found = await firstRow<Pick<ShopListing, 'kind'> & { settings: ListingSettings }>(trx, sql, [
    orgId,
    listingId,
  ])
  return found && { ...found.settings, kind: found.kind }
}

/**
 * Gives locked licenses the tier and the policy override of a plan, and returns them. A tier or policy override that
 * neither this plan nor the one `before` has set stays.
 * @throws those of `changeTarget`; Refusal CONFLICT if the tier was deleted.
 */
async function givePlan(
  trx: Trx,
  orgId: string,
  licenses: LicenseState[],
  { plan, before }: { plan: ListedPlan; before: ListedPlan | null },
  context: ChangeContext
): Promise<LicenseState[]> {
  const tier = await tierAfter(trx, orgId, before, plan)
  const isPolicySold = plan.policyOverride !== null || (before?.policyOverride ?? null) !== null
  const after: LicenseState[] = []
  for (const license of licenses) {
    const had = await soldAttributesOf(trx, license.id)
    const attributes = isPolicySold ? { ...had, policyOverride: plan.policyOverride } : had
    after.push(await changeTarget(trx, license, { attributes, tier }, context))
  }
  return after
}

/** The locked licenses of an order, what it has given them, and the listings whose prices are paid now and were `before`. */
type Given = {
  licenses: LicenseState[]
  effect: OrderEffect
  listingId: string
  before: ListedPlan | null
}

/** The licenses of an order with another plan, and what the order has given them then. */
type Followed = { licenses: LicenseState[]; effect: OrderEffect }

/**
 * Gives the licenses of a locked order the plan of the listing whose price is paid now; the own price of a renewal or an
 * addon gives back what its target had before the price changed. Returns the refusal if the licenses cannot have the
 * plan, for example because its tier was deleted: they keep theirs, and the order is flagged.
 */
export async function followPlan(
  trx: Trx,
  order: LockedOrder,
  given: Given,
  context: ChangeContext
): Promise<Followed | Refusal> {
  try {
    return await inSavepoint(trx, () => follow(trx, order, given, context))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await flagOrder(trx, order.id, 'target_inactive')
    return error
  }
}

async function follow(
  trx: Trx,
  { orgId, listing, listingId: ownId }: LockedOrder,
  { licenses, effect, listingId, before }: Given,
  context: ChangeContext
): Promise<Followed> {
  const target = needsTarget(listing.kind) ? licenses.at(0) : undefined
  const had = target && (await valuesOf(trx, target))
  if (had && listingId === ownId && !isPlan(listing.kind)) {
    const { values, effect: left } = withoutPlan(effect, had)
    const tier = values.tierId === undefined ? undefined : await holdSoldTier(trx, orgId, values.tierId)
    const after = await changeTarget(trx, target, { attributes: values.attributes, tier }, context)
    return { licenses: [after], effect: left }
  }
  const plan = await listedPlanOf(trx, orgId, listingId)
  if (!plan) return { licenses, effect }
  const after = await givePlan(trx, orgId, licenses, { plan, before }, context)
  return { licenses: after, effect: had ? effectOfPlan(effect, had, await valuesOf(trx, after[0])) : effect }
}

async function valuesOf(trx: Trx, { id, tierId }: LicenseState): Promise<PlanValues> {
  return { tierId, attributes: await soldAttributesOf(trx, id) }
}

/** The licenses of an order, and what it has given them; `listingId` is the listing whose price is paid now. */
type Fulfilled = { licenseIds: string[]; effect: OrderEffect; listingId: string }

/**
 * Gives the licenses of an order that is being fulfilled the plan of a listing: its subscription has changed to the price
 * of this listing while the order waited (see `followPlan`). Returns the effect of the order with that plan, which a
 * reversal compares the licenses with.
 */
export async function giveChangedPlan(
  trx: Trx,
  order: LockedOrder,
  { licenseIds, effect, listingId }: Fulfilled,
  undated: UndatedContext
): Promise<OrderEffect> {
  const scope = { orgId: order.orgId, productId: null, actor: undated.actor }
  const licenses = await lockLicenses(trx, scope, licenseIds)
  const given = { licenses, effect, listingId, before: order.listing }
  const followed = await followPlan(trx, order, given, dated(undated))
  if (followed instanceof Refusal) return effect
  const revisions = Object.fromEntries(followed.licenses.map(({ id, revision }) => [id, revision]))
  return { ...followed.effect, revisions }
}

/** The tier of the new plan, locked; undefined if neither plan sets a tier. Null removes the tier. */
async function tierAfter(trx: Trx, orgId: string, before: ListedPlan | null, plan: ListedPlan) {
  const tierId = soldTierId(plan)
  const had = before && soldTierId(before)
  return (tierId ?? had) ? holdSoldTier(trx, orgId, tierId) : undefined
}
