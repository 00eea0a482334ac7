import { inject } from '@adonisjs/core'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { recordEvents } from '#kernel/outbox/outbox'
import Refusal from '#kernel/refusals/refusal'
import type { Millis } from '#kernel/time/millis'
import { lockLicense, momentOf } from '#licensing/actions/change_license'
import type { LicenseState } from '#licensing/rules/license'
import type { Terms } from '#licensing/rules/terms'
import type { ChangeContext } from '#licensing/store/license_ledger'
import { ownersOf } from '#licensing/store/license_owners'
import FindOrder, { type ShopOrder } from '#storefront/queries/find_order'
import { assertFits, assertUpgrades } from '#storefront/rules/claim'
import { needsTarget } from '#storefront/rules/listing'
import type { OrderEffect } from '#storefront/rules/order'
import { assertLasts, paidFulfilment } from '#storefront/rules/paid'
import { renewedTerms, standingTerms } from '#storefront/rules/renewal'
import { attributesAfter } from '#storefront/rules/sold_attributes'
import {
  changeTarget,
  dated,
  givenPolicyOf,
  soldAttributesOf,
  type UndatedContext,
} from '#storefront/store/change_target'
import { assertUndisputed } from '#storefront/store/disputed_payment'
import { giveChangedPlan } from '#storefront/store/give_plan'
import { issueLicenses } from '#storefront/store/issue_licenses'
import { assertMove, lockOrder, type LockedOrder } from '#storefront/store/lock_order'
import { mailFulfilled } from '#storefront/store/mail_order'
import { holdSoldTier } from '#storefront/store/sold_tiers'
import { waitedFor } from '#storefront/store/waited_for'

/** Fulfils an order for the merchant (contract/10-storefront#105-orders). */
@inject()
export default class FulfilOrder {
  constructor(protected find: FindOrder) {}

  /**
   * @throws Refusal NOT_FOUND; CONFLICT if the order is not pending or cannot be fulfilled, if the period that it
   *   waited for is over, or while its payment is disputed; TARGET_LICENSE_REQUIRED if a payment has named no target;
   *   LICENSE_NOT_FOUND, LICENSE_NOT_OWNED, LICENSE_INACTIVE for its target.
   */
  async execute(scope: Scope, id: string, origin: Origin, at?: Millis): Promise<ShopOrder> {
    return transaction(async (trx) => {
      const order = await lockOrder(trx, scope, id)
      const clock = () => momentOf(at)
      assertMove(order, 'fulfil')
      await assertUndisputed(trx, order)
      const { until, listingId } = await waitedFor(trx, order)
      assertLasts(until, order.listing, clock())
      const context = { actor: scope.actor, clock }
      await fulfilLocked(trx, order, context, { ...paidFulfilment(until, order.listing), listingId })
      await recordAudit(trx, origin, { orgId: order.orgId, action: 'order.fulfilled', subject: id }, clock())
      return this.find.byId(scope, id, trx)
    })
  }
}

/**
 * Options of a fulfilment, if a subscription sets the expiry. `terms` replace the terms of the listing; a renewed
 * license lasts at least until `until`. `listingId` is the listing whose price is paid now, if it is another one.
 */
export type Fulfilment = { terms?: Terms; until?: Millis; listingId?: string | null }

/**
 * Fulfils a pending order whose row and end user are locked. Writes the licenses, their timeline, events, state and
 * mail in the transaction of the caller. Returns the ids of its licenses.
 * @throws those of `FulfilOrder`.
 */
export async function fulfilLocked(
  trx: Trx,
  order: LockedOrder,
  context: UndatedContext,
  { terms, until, listingId: paidListing = null }: Fulfilment = {}
): Promise<string[]> {
  const { id, orgId, productId, listing, listingId, endUserId, quantity } = order
  const state = assertMove(order, 'fulfil')
  if (order.erased)
    throw new Refusal('CONFLICT', { message: 'The end user of the order was erased: reject it' })
  const told = { ...context, reason: `Order #${order.number}` }
  const {
    licenseIds,
    effect: sold,
    now,
  } = needsTarget(listing.kind)
    ? await actOnTarget(trx, order, told, until)
    : await issue(trx, { orgId, endUserId, listing, quantity, terms }, told)
  const plan = paidListing && { licenseIds, effect: sold, listingId: paidListing }
  const effect = plan ? await giveChangedPlan(trx, order, plan, context) : sold
  await rows(
    trx,
    `update orders set state = ?, license_ids = ?::uuid[], effect = ?, fulfilled_at = ?, due_at = null
     where org_id = ? and id = ?`,
    [state, licenseIds, JSON.stringify(effect), new Date(now), orgId, id]
  )
  const data = { orderId: id, listingId, endUserId, licenseIds }
  await recordEvents(trx, [{ orgId, productId, name: 'order.fulfilled', data }], now)
  await mailFulfilled(trx, [{ ...order, licenseIds }], now)
  return licenseIds
}

/** The result of a fulfilment, and its moment. */
type Done = { licenseIds: string[]; effect: OrderEffect; now: Millis }

async function issue(
  trx: Trx,
  what: Parameters<typeof issueLicenses>[1],
  undated: UndatedContext
): Promise<Done> {
  const context = dated(undated)
  const issued = await issueLicenses(trx, what, context)
  return {
    licenseIds: issued.map(({ id }) => id),
    effect: { revisions: Object.fromEntries(issued.map(({ id, revision }) => [id, revision])) },
    now: context.now,
  }
}

async function actOnTarget(
  trx: Trx,
  order: LockedOrder,
  undated: UndatedContext,
  until?: Millis
): Promise<Done> {
  const { orgId, listing } = order
  const target = order.targetLicenseId
  if (!target) throw new Refusal('TARGET_LICENSE_REQUIRED')
  const before = await lockLicense(trx, { orgId, productId: null, actor: undated.actor }, target)
  const context = dated(undated)
  const { now } = context
  assertOwned(order, (await ownersOf(trx, [target])).get(target) ?? null)
  // An event may name any license of the org, and a license may have changed since it was ordered for.
  assertFits(listing.kind, order.productId, before)
  if (listing.kind === 'renewal') return extendTarget(trx, listing, before, context, until)
  if (listing.kind === 'upgrade') {
    assertUpgrades(listing, before.tierId)
    const tier = await holdSoldTier(trx, orgId, listing.toTierId)
    const after = await changeTarget(trx, before, { tier }, context)
    return done(target, after.revision, now, { tier: { before: before.tierId, after: after.tierId } })
  }
  const had = await soldAttributesOf(trx, target)
  const attributes = attributesAfter(listing, had, await givenPolicyOf(trx, target))
  const after = await changeTarget(trx, before, { attributes }, context)
  return done(target, after.revision, now, { attributes: { before: had, after: attributes } })
}

/**
 * Extends a locked license by the days of a renewal, and to the end of the subscription's period if that is later and
 * the license has a fixed expiry.
 * @throws Refusal CONFLICT if the license cannot be extended by that much.
 */
async function extendTarget(
  trx: Trx,
  listing: LockedOrder['listing'],
  license: LicenseState,
  context: ChangeContext,
  until?: Millis
): Promise<Done> {
  const { now } = context
  const before = standingTerms(license, now)
  const terms = renewedTerms(license, listing, now)
  if (!terms) throw new Refusal('CONFLICT', { message: 'The license cannot be extended by that much' })
  const isLonger = until !== undefined && terms.expirationMode === 'fixed' && terms.expiresAt! < until
  const after = isLonger ? { ...terms, expiresAt: until } : terms
  const { revision } = await changeTarget(trx, license, { terms: after }, context)
  const renewed = isLonger ? { renewed: terms.expiresAt! } : {}
  return done(license.id, revision, now, { terms: { before, after, ...renewed } })
}

/** @throws Refusal LICENSE_NOT_OWNED if the end user of the order does not own its target. */
function assertOwned({ source, endUserId }: LockedOrder, ownerId: string | null) {
  // A payment may name a license that was never given to an end user.
  const isUnowned = source === 'event' && ownerId === null
  if (!isUnowned && ownerId !== endUserId) throw new Refusal('LICENSE_NOT_OWNED')
}

function done(target: string, revision: number, now: Millis, effect: Omit<OrderEffect, 'revisions'>): Done {
  return { licenseIds: [target], effect: { revisions: { [target]: revision }, ...effect }, now }
}
