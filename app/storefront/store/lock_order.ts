import type { Scope } from '#kernel/audit/scope'
import { millis, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import type { Millis } from '#kernel/time/millis'
import type { SoldListing } from '#storefront/rules/listing'
import {
  movedOrder,
  type OrderEffect,
  type OrderMove,
  type OrderSource,
  type OrderState,
} from '#storefront/rules/order'
import { ordersOf } from './orders_of.js'

/** A locked order, with the fields that writes need. */
export type LockedOrder = {
  id: string
  orgId: string
  productId: string
  number: number
  state: OrderState
  source: OrderSource
  listingId: string
  listing: SoldListing
  quantity: number
  endUserId: string
  targetLicenseId: string | null
  /** The processor whose event has paid for the order; null if there is none. */
  processorId: string | null
  licenseIds: string[]
  effect: OrderEffect | null
  createdAt: Millis
  /** True if the end user was erased. Such an order cannot be fulfilled. */
  erased: boolean
}

/** The product comes from the sold listing, because it may be deleted since. */
const COLUMNS = `o.id, o.org_id as "orgId", (o.listing ->> 'productId')::uuid as "productId", o.number, o.state, o.source, o.listing_id as "listingId",
  o.listing, o.quantity, o.end_user_id as "endUserId", o.target_license_id as "targetLicenseId",
  o.processor_id as "processorId", o.license_ids as "licenseIds", o.effect, ${millis('o.created_at', 'createdAt')},
  exists (select 1 from end_users u where u.id = o.end_user_id and u.erased_at is not null) as erased`

/**
 * Locks an order, and before that its end user, so that no merge or erasure can run at the same time. Lock listings and
 * licenses after this.
 * @throws Refusal NOT_FOUND if the order is not in the scope.
 */
export async function lockOrder(trx: Trx, scope: Scope, id: string): Promise<LockedOrder> {
  const [order] = await lockOrders(trx, scope, [id])
  if (!order) throw noSuch('order')
  return order
}

/** Locks several orders at once as `lockOrder` does. Leaves out orders that are not in the scope. */
export async function lockOrders(trx: Trx, scope: Scope, ids: string[]): Promise<LockedOrder[]> {
  const own = ordersOf(scope)
  await rows(
    trx,
    `select u.id from end_users u
     where u.id in (select o.end_user_id from orders o where ${own.sql} and o.id = any(?::uuid[])) and u.org_id = ?
     order by u.id for share`,
    [...own.values, ids, scope.orgId]
  )
  return rows<LockedOrder>(
    trx,
    `select ${COLUMNS} from orders o where ${own.sql} and o.id = any(?::uuid[]) order by o.id for no key update`,
    [...own.values, ids]
  )
}

/** The state of a locked order after a move. @throws Refusal CONFLICT if its state does not allow the move. */
export function assertMove({ state }: Pick<LockedOrder, 'state'>, move: OrderMove): OrderState {
  const next = movedOrder(state, move)
  if (next) return next
  const message =
    state === 'pending' ? 'The order is pending: fulfil or reject it' : `The order is ${state} already`
  throw new Refusal('CONFLICT', { message })
}
