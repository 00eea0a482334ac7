import { isSameJson } from '#kernel/json/same_json'
import { inject } from '@adonisjs/core'
import { recordAudit, SYSTEM, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { recordEvents } from '#kernel/outbox/outbox'
import Refusal from '#kernel/refusals/refusal'
import type { Millis } from '#kernel/time/millis'
import { changeStatus, toldOf } from '#licensing/rules/changes'
import type { LicenseState } from '#licensing/rules/license'
import { momentOf } from '#licensing/actions/change_license'
import { lockLicenses, writeChanges, type ChangeContext } from '#licensing/store/license_ledger'
import FindOrder, { type ShopOrder } from '#storefront/queries/find_order'
import { needsTarget } from '#storefront/rules/listing'
import type { OrderEffect } from '#storefront/rules/order'
import { takenBackTerms } from '#storefront/rules/renewal'
import { changeTarget, dated, soldAttributesOf, type UndatedContext } from '#storefront/store/change_target'
import { isChangedBesidesRenewals } from '#storefront/store/changed_since'
import { heldByDisputes, NO_SUBJECT } from '#storefront/store/disputed_payment'
import { heldByOwnEnds } from '#storefront/store/held_by_ends'
import { returnPieces } from '#storefront/store/listing_supply'
import { assertMove, lockOrder, type LockedOrder } from '#storefront/store/lock_order'
import { paidByLaterPeriods } from '#storefront/store/later_periods'
import { paidByOthers } from '#storefront/store/paid_elsewhere'
import { holdSoldTier } from '#storefront/store/sold_tiers'
import { writeEffect } from '#storefront/store/write_order'

/** The reason of a reversal. `force` reverses the order even if its licenses were changed since. */
export type Reversal = { reason: string; force?: boolean }

/** Reverses a fulfilled order for the merchant (contract/10-storefront#105-orders). */
@inject()
export default class ReverseOrder {
  constructor(protected find: FindOrder) {}

  /**
   * @throws Refusal NOT_FOUND; CONFLICT if the order is not fulfilled or, without `force`, if a license was changed.
   */
  async execute(
    scope: Scope,
    id: string,
    { reason, force = false }: Reversal,
    origin: Origin,
    at?: Millis
  ): Promise<ShopOrder> {
    return transaction(async (trx) => {
      const order = await lockOrder(trx, scope, id)
      const clock = () => momentOf(at)
      await reverseLocked(trx, order, { force }, { actor: scope.actor, clock, reason })
      await noteReversal(trx, order)
      const data = { reason, force }
      await recordAudit(
        trx,
        origin,
        { orgId: order.orgId, action: 'order.reversed', subject: id, data },
        clock()
      )
      return this.find.byId(scope, id, trx)
    })
  }
}

/** How an order is reversed. `keepsTime` leaves the time of a target to the caller. */
type HowReversed = { force: boolean; keepsTime?: boolean }

/**
 * Reverses a fulfilled order whose row is locked. It revokes new licenses. It takes back what a target gained, and ends the
 * suspension that the end of its subscription has made.
 * @throws those of `ReverseOrder`.
 */
export async function reverseLocked(trx: Trx, order: LockedOrder, how: HowReversed, undated: UndatedContext) {
  const { id, orgId, productId, listing, listingId, endUserId, licenseIds } = order
  const state = assertMove(order, 'reverse')
  await returnPieces(trx, listingId, order.quantity)
  const locked = await lockLicenses(trx, { orgId, productId: null, actor: undated.actor }, licenseIds)
  const context = dated(undated)
  if (!how.force) await assertUnchanged(trx, order, locked)
  if (needsTarget(listing.kind)) for (const target of locked) await takeBack(trx, order, target, how, context)
  else await revokeAll(trx, locked, context)
  await rows(trx, `update orders set state = ?, reason = ?, closed_at = ? where org_id = ? and id = ?`, [
    ...[state, context.reason ?? null, new Date(context.now), orgId, id],
  ])
  const data = { orderId: id, listingId, endUserId, licenseIds }
  await recordEvents(trx, [{ orgId, productId, name: 'order.reversed', data }], context.now)
}

/**
 * @throws Refusal CONFLICT if a user, an API key, an operation or a later order has changed one of the licenses. A later
 *   renewal is no such change.
 */
async function assertUnchanged(trx: Trx, { effect }: LockedOrder, locked: LicenseState[]) {
  for (const license of locked) {
    const changed = await isChangedBesidesRenewals(trx, license.id, effect?.revisions[license.id] ?? 0)
    if (!changed && (await hasValuesOf(trx, effect, license))) continue
    throw new Refusal('CONFLICT', {
      message: 'The license was changed after the order: send force: true to reverse the order anyway',
    })
  }
}

/** Returns whether a license still has the tier and the limits from this order. A later order may have changed them. */
async function hasValuesOf(trx: Trx, effect: OrderEffect | null, { id, tierId }: LicenseState) {
  if (effect?.tier && effect.tier.after !== tierId) return false
  return !effect?.attributes || isSameJson(await soldAttributesOf(trx, id), effect.attributes.after)
}

/** Revokes locked licenses. Skips those that are revoked already. */
export async function revokeAll(trx: Trx, locked: LicenseState[], context: ChangeContext) {
  const changes = locked.flatMap((before) => {
    const decision = changeStatus(before, 'revoke', context.now)
    return decision.outcome === 'changed' ? [{ before, after: decision.after, ...toldOf(decision) }] : []
  })
  await writeChanges(trx, changes, context)
}

async function takeBack(
  trx: Trx,
  order: LockedOrder,
  target: LicenseState,
  { force, keepsTime = false }: HowReversed,
  context: ChangeContext
) {
  const { orgId, effect } = order
  const terms = keepsTime
    ? undefined
    : effect?.terms && (await termsBefore(trx, order, target, effect.terms, context.now))
  const attributes = effect?.attributes?.before
  const tier = effect?.tier && (await tierBefore(trx, orgId, effect.tier.before, force))
  const free = await freed(trx, order, target, context)
  await changeTarget(trx, free, { terms, attributes, tier }, context)
}

/**
 * Ends the suspension of a target that only the end of this order's subscription keeps: it has nothing from the order any
 * more. Returns the state of the target then.
 */
async function freed(trx: Trx, order: LockedOrder, target: LicenseState, context: ChangeContext) {
  const held = await heldByOwnEnds(trx, order, [target])
  const disputed = await heldByDisputes(trx, { ...NO_SUBJECT, orgId: order.orgId }, held)
  if (held.length === 0 || disputed.length > 0) return target
  const decision = changeStatus(target, 'unsuspend', context.now)
  if (decision.outcome !== 'changed') return target
  await writeChanges(trx, [{ before: target, after: decision.after, ...toldOf(decision) }], context)
  return decision.after
}

async function termsBefore(
  trx: Trx,
  order: LockedOrder,
  target: LicenseState,
  given: NonNullable<OrderEffect['terms']>,
  now: Millis
) {
  const paid = await paidByOthers(trx, order)
  const later = await paidByLaterPeriods(trx, order)
  return takenBackTerms(target, given, now, Math.max(later, paid.get(target.id) ?? 0))
}

/** Records which revisions the merchant's reversal has left, so that it does not count as a change since. */
async function noteReversal(trx: Trx, order: LockedOrder) {
  const { effect, orgId, licenseIds } = order
  if (!needsTarget(order.listing.kind)) return
  const locked = await lockLicenses(trx, { orgId, productId: null, actor: SYSTEM.actor }, licenseIds)
  const reversed = Object.fromEntries(locked.map(({ id, revision }) => [id, revision]))
  await writeEffect(trx, order, { ...(effect ?? { revisions: {} }), reversed })
}

/**
 * The tier before an upgrade, locked. If it was deleted: null with `force`.
 * @throws Refusal CONFLICT without `force`
 */
async function tierBefore(trx: Trx, orgId: string, tierId: string | null, force: boolean) {
  try {
    return await holdSoldTier(trx, orgId, tierId)
  } catch (error) {
    if (force && error instanceof Refusal) return null
    throw error
  }
}
