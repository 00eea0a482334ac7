import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { LicenseState } from '#licensing/rules/license'
import { lockLicenses, type ChangeContext } from '#licensing/store/license_ledger'
import { soldTierId, type ListingSettings, type ShopListing } from '#storefront/rules/listing'
import { changeTarget, dated, soldAttributesOf, type UndatedContext } from './change_target.js'
import type { LockedOrder } from './lock_order.js'
import { holdSoldTier } from './sold_tiers.js'

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
 * Gives locked licenses the tier and the policy override of a plan. A tier or policy override that neither this plan nor
 * the one `before` has set stays.
 * @throws those of `changeTarget`; Refusal CONFLICT if the tier was deleted.
 */
export async function givePlan(
  trx: Trx,
  orgId: string,
  licenses: LicenseState[],
  { plan, before }: { plan: ListedPlan; before: ListedPlan | null },
  context: ChangeContext
) {
  const tier = await tierAfter(trx, orgId, before, plan)
  const isPolicySold = plan.policyOverride !== null || (before?.policyOverride ?? null) !== null
  for (const license of licenses) {
    const had = await soldAttributesOf(trx, license.id)
    const attributes = isPolicySold ? { ...had, policyOverride: plan.policyOverride } : had
    await changeTarget(trx, license, { attributes, tier }, context)
  }
}

/**
 * Gives the licenses of an order that was just fulfilled the plan of a listing: its subscription has changed to the price
 * of this listing while the order waited.
 * @throws those of `givePlan`.
 */
export async function giveChangedPlan(
  trx: Trx,
  { orgId, listing }: LockedOrder,
  { licenseIds, listingId }: { licenseIds: string[]; listingId: string },
  undated: UndatedContext
) {
  const plan = await listedPlanOf(trx, orgId, listingId)
  if (!plan) return
  const scope = { orgId, productId: null, actor: undated.actor }
  const locked = await lockLicenses(trx, scope, licenseIds)
  await givePlan(trx, orgId, locked, { plan, before: listing }, dated(undated))
}

/** The tier of the new plan, locked; undefined if neither plan sets a tier. Null removes the tier. */
async function tierAfter(trx: Trx, orgId: string, before: ListedPlan | null, plan: ListedPlan) {
  const tierId = soldTierId(plan)
  const had = before && soldTierId(before)
  return (tierId ?? had) ? holdSoldTier(trx, orgId, tierId) : undefined
}
