import { inject } from '@adonisjs/core'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { recordEvents } from '#kernel/outbox/outbox'
import type { Millis } from '#kernel/time/millis'
import FindOrder, { type ShopOrder } from '#storefront/queries/find_order'
import { returnPieces } from '#storefront/store/listing_supply'
import { assertMove, lockOrder, type LockedOrder } from '#storefront/store/lock_order'

/** Rejects a pending order for the merchant, and returns its pieces to stock (contract/10-storefront#105-orders). */
@inject()
export default class RejectOrder {
  constructor(protected find: FindOrder) {}

  /** @throws Refusal NOT_FOUND; CONFLICT for an order that is not pending. */
  async execute(
    scope: Scope,
    id: string,
    reason: string,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<ShopOrder> {
    return transaction(async (trx) => {
      const order = await lockOrder(trx, scope, id)
      await rejectLocked(trx, order, reason, now)
      await recordAudit(trx, origin, { orgId: order.orgId, action: 'order.rejected', subject: id }, now)
      return this.find.byId(scope, id, trx)
    })
  }
}

/** Rejects an order whose row is locked. @throws Refusal CONFLICT if the order is not pending. */
export async function rejectLocked(trx: Trx, order: LockedOrder, reason: string, now: Millis) {
  const { id, orgId, productId, listingId, endUserId, quantity } = order
  const state = assertMove(order, 'reject')
  await rows(
    trx,
    `update orders set state = ?, reason = ?, closed_at = ?, due_at = null where org_id = ? and id = ?`,
    [state, reason, new Date(now), orgId, id]
  )
  await returnPieces(trx, listingId, quantity)
  const data = { orderId: id, listingId, endUserId }
  await recordEvents(trx, [{ orgId, productId, name: 'order.rejected', data }], now)
}
