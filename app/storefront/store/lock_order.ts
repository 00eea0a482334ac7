import type { Scope } from '#kernel/audit/scope'
import { firstRow, millis, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import type { Millis } from '#kernel/time/millis'
import type { SoldListing } from '#storefront/rules/listing'
import { movedOrder, type OrderEffect, type OrderMove, type OrderState } from '#storefront/rules/order'
import { ordersOf } from './orders_of.js'

/** An order as writes need it. */
export type LockedOrder = {
  id: string
  orgId: string
  productId: string
  number: number
  state: OrderState
  listingId: string
  listing: SoldListing
  quantity: number
  endUserId: string
  targetLicenseId: string | null
  /** The processor whose event has paid for it; null for one that none has paid for. */
  processorId: string | null
  licenseIds: string[]
  effect: OrderEffect | null
  createdAt: Millis
  /** Whether its end user was erased: nobody is there to have what was ordered. */
  erased: boolean
}

const COLUMNS = `o.id, o.org_id as "orgId", o.product_id as "productId", o.number, o.state, o.listing_id as "listingId",
  o.listing, o.quantity, o.end_user_id as "endUserId", o.target_license_id as "targetLicenseId",
  o.processor_id as "processorId", o.license_ids as "licenseIds", o.effect, ${millis('o.created_at', 'createdAt')},
  exists (select 1 from end_users u where u.id = o.end_user_id and u.erased_at is not null) as erased`

/**
 * Locks an order, and before it its end user, so that no merge and no erasure comes in between; lock listings and
 * licenses afterwards.
 * @throws Refusal NOT_FOUND for an order that the scope does not reach.
 */
export async function lockOrder(trx: Trx, scope: Scope, id: string): Promise<LockedOrder> {
  const own = ordersOf(scope)
  await rows(
    trx,
    `select u.id from end_users u
     where u.id = (select o.end_user_id from orders o where ${own.sql} and o.id = ?) and u.org_id = ? for share`,
    [...own.values, id, scope.orgId]
  )
  const order = await firstRow<LockedOrder>(
    trx,
    `select ${COLUMNS} from orders o where ${own.sql} and o.id = ? for no key update`,
    [...own.values, id]
  )
  if (!order) throw noSuch('order')
  return order
}

/** The state after a move of a locked order. @throws Refusal CONFLICT for a move that is not possible. */
export function assertMove({ state }: Pick<LockedOrder, 'state'>, move: OrderMove): OrderState {
  const next = movedOrder(state, move)
  if (next) return next
  throw new Refusal('CONFLICT', { message: `The order is ${state} already` })
}
