import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/**
 * The end user of the order of a subscription or payment of a processor; null if there is no order yet, or if the end user
 * was erased.
 */
export async function buyerOf(trx: Trx, processorId: string, ref: string): Promise<string | null> {
  const sql = `select u.id from processor_subjects n
    join processor_subjects s on s.processor_id = n.processor_id and s.ref = coalesce(n.alias_of, n.ref)
    join orders o on o.org_id = s.org_id and o.id = s.order_id
    join end_users u on u.id = o.end_user_id and u.erased_at is null
    where n.processor_id = ? and n.ref = ?`
  return (await firstRow<{ id: string }>(trx, sql, [processorId, ref]))?.id ?? null
}
