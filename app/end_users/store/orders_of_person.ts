import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/** Gives the orders of an end user to another (contract/09-end-users#96-the-merchants-side). The caller has locked both. */
export async function moveOrders(trx: Trx, orgId: string, fromId: string, toId: string) {
  const sql = `update orders set end_user_id = ? where org_id = ? and end_user_id = ?`
  await rows(trx, sql, [toId, orgId, fromId])
}

/** Empties what an end user who is erased wrote in orders; the orders stay, and name nobody. */
export async function eraseOrderNotes(trx: Trx, orgId: string, id: string) {
  const sql = `update orders set note = null where org_id = ? and end_user_id = ? and note is not null`
  await rows(trx, sql, [orgId, id])
}
