import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { SoldListing } from '#storefront/rules/listing'
import type { OrderEffect } from '#storefront/rules/order'
import { isChangedSince } from './change_target.js'
import type { Subject } from './lock_subject.js'

/** What the events of a subscription need of its order. */
export type SoldOrder = { listing: SoldListing; effect: OrderEffect | null }

/** The order that a subject has led to. */
export async function soldOrderOf(trx: Trx, { orgId, orderId }: Subject): Promise<SoldOrder> {
  const sql = `select listing, effect from orders where org_id = ? and id = ?`
  return (await firstRow<SoldOrder>(trx, sql, [orgId, orderId]))!
}

/** Whether a license is as its order has issued it: no user and no API key has changed it since. */
export async function isAsIssued(trx: Trx, { listing, effect }: SoldOrder, id: string): Promise<boolean> {
  return listing.kind === 'new' && !(await isChangedSince(trx, id, effect?.revisions[id] ?? 0))
}
