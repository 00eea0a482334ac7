import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { SoldListing } from '#storefront/rules/listing'
import type { OrderEffect, OrderState } from '#storefront/rules/order'
import { isChangedSince } from './change_target.js'
import type { Subject } from './lock_subject.js'

/** The fields of an order that the events of its subscription need. */
export type SoldOrder = { state: OrderState; listing: SoldListing; effect: OrderEffect | null }

/** The order of a subject, which must have one. */
export async function soldOrderOf(trx: Trx, { orgId, orderId }: Subject): Promise<SoldOrder> {
  const sql = `select state, listing, effect from orders where org_id = ? and id = ?`
  return (await firstRow<SoldOrder>(trx, sql, [orgId, orderId]))!
}

/** Returns whether the order has issued this license, and no user, API key or operation has changed it since. */
export async function isAsIssued(trx: Trx, { listing, effect }: SoldOrder, id: string): Promise<boolean> {
  return listing.kind === 'new' && !(await isChangedSince(trx, id, effect?.revisions[id] ?? 0))
}
