import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { needsTarget, type SoldListing } from '#storefront/rules/listing'
import type { OrderEffect, OrderState } from '#storefront/rules/order'
import { isChangedSince, isExpirySetSince } from './changed_since.js'
import type { Subject } from './lock_subject.js'

/** The fields of an order that the events of its subscription need. */
export type SoldOrder = {
  state: OrderState
  listingId: string
  listing: SoldListing
  effect: OrderEffect | null
}

/**
 * Joins to an order `o` the listing `n` that its subscription pays since a change of the plan. From then on `onEnd` and
 * `graceDays` are those of `NOW_PAID`; everything else of the order stays as it was sold. `listingId` is the SQL of the id
 * of the subscription's listing.
 */
export const changedPlan = (listingId: string) =>
  `left join listings n on n.org_id = o.org_id and n.id = ${listingId} and n.id <> o.listing_id`
export const NOW_PAID = `coalesce(n.settings, o.listing)`

/** The order of a subject, which must have one. */
export async function soldOrderOf(trx: Trx, { orgId, orderId, listingId }: Subject): Promise<SoldOrder> {
  const sql = `select o.state, o.listing_id as "listingId", o.effect, o.listing || jsonb_build_object(
       'onEnd', ${NOW_PAID} -> 'onEnd', 'graceDays', ${NOW_PAID} -> 'graceDays') as listing
     from orders o ${changedPlan('?')} where o.org_id = ? and o.id = ?`
  return (await firstRow<SoldOrder>(trx, sql, [listingId, orgId, orderId]))!
}

/** Returns whether the order is reversed and had a target, which then has nothing from its subscription or payment. */
export function isTargetReversed({ state, listing }: SoldOrder): boolean {
  return state === 'reversed' && needsTarget(listing.kind)
}

/** Returns whether the order has issued this license, and no user, API key or operation has changed it since. */
export async function isAsIssued(trx: Trx, { listing, effect }: SoldOrder, id: string): Promise<boolean> {
  return listing.kind === 'new' && !(await isChangedSince(trx, id, effect?.revisions[id] ?? 0))
}

/** Returns whether the order has issued this license, and nobody but events has chosen since how it expires. */
export async function expiresAsIssued(
  trx: Trx,
  { listing, effect }: SoldOrder,
  id: string
): Promise<boolean> {
  return listing.kind === 'new' && !(await isExpirySetSince(trx, id, effect?.revisions[id] ?? 0))
}
