import { inSavepoint } from '#kernel/database/savepoint'
import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import type { LicenseState } from '#licensing/rules/license'
import { lockLicenses, type ChangeContext } from '#licensing/store/license_ledger'
import { soldTierId, type ListingSettings, type ShopListing } from '#storefront/rules/listing'
import type { OrderEffect } from '#storefront/rules/order'
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
export async function givePlan(
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

/** The licenses of an order, and what it has given them; `listingId` is the listing whose price is paid now. */
type Given = { licenseIds: string[]; effect: OrderEffect; listingId: string }

/**
 * Gives the licenses of an order that is being fulfilled the plan of a listing: its subscription has changed to the price
 * of this listing while the order waited. Returns the effect of the order with that plan. If the licenses cannot have the
 * plan, for example because its tier was deleted, they keep what the order gives, and the order is flagged.
 */
export async function giveChangedPlan(
  trx: Trx,
  { id, orgId, listing }: LockedOrder,
  { licenseIds, effect, listingId }: Given,
  undated: UndatedContext
): Promise<OrderEffect> {
  const plan = await listedPlanOf(trx, orgId, listingId)
  if (!plan) return effect
  const scope = { orgId, productId: null, actor: undated.actor }
  const locked = await lockLicenses(trx, scope, licenseIds)
  try {
    return await inSavepoint(trx, async () => {
      const after = await givePlan(trx, orgId, locked, { plan, before: listing }, dated(undated))
      return effectWith(trx, effect, after)
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await flagOrder(trx, id, 'target_inactive')
    return effect
  }
}

/** The effect of an order whose licenses have got another plan. A reversal compares the licenses with it. */
async function effectWith(trx: Trx, effect: OrderEffect, licenses: LicenseState[]): Promise<OrderEffect> {
  const { tier, attributes } = effect
  const [{ id, tierId }] = licenses
  return {
    ...effect,
    revisions: Object.fromEntries(licenses.map((license) => [license.id, license.revision])),
    // Only an order for one target has these.
    ...(tier && { tier: { ...tier, after: tierId } }),
    ...(attributes && { attributes: { ...attributes, after: await soldAttributesOf(trx, id) } }),
  }
}

/** The tier of the new plan, locked; undefined if neither plan sets a tier. Null removes the tier. */
async function tierAfter(trx: Trx, orgId: string, before: ListedPlan | null, plan: ListedPlan) {
  const tierId = soldTierId(plan)
  const had = before && soldTierId(before)
  return (tierId ?? had) ? holdSoldTier(trx, orgId, tierId) : undefined
}
