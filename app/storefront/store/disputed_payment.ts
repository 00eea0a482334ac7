import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import type { LockedOrder } from './lock_order.js'
import { STILL_PAYS } from './paid_otherwise.js'

/** The condition that a dispute about a subject (table `s`) is open. */
const IS_OPEN = `s.latest -> 'open' is not null`

/**
 * Checks that no open dispute can take the money of a locked order away. Another payment that still pays for the order
 * is enough.
 * @throws Refusal CONFLICT
 */
export async function assertUndisputed(trx: Trx, { orgId, id }: Pick<LockedOrder, 'orgId' | 'id'>) {
  const sql = `select 1 from processor_subjects s where s.org_id = ? and s.order_id = ?
    having bool_or(${IS_OPEN}) and not bool_or(${STILL_PAYS} and not ${IS_OPEN})`
  if (await firstRow(trx, sql, [orgId, id])) throw paymentDisputed()
}

/** The refusal of a fulfilment while the payment of its order is disputed. */
export function paymentDisputed(): Refusal {
  const message = 'The payment of the order is disputed: wait for the decision, or reject the order'
  return new Refusal('CONFLICT', { message })
}
