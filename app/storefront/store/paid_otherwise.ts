import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Subject } from './lock_subject.js'

/** The condition that the latest payment of a subject (table `s`) was neither refunded nor lost in a dispute. */
const HAS_PAID = `s.alias_of is null and (s.latest -> 'refund' is null
  or (s.latest ->> 'period')::float8 > (s.latest ->> 'refund')::float8)`

/** The condition that a subject (table `s`) still pays: it has not ended either. */
export const STILL_PAYS = `s.ended_at is null and ${HAS_PAID}`

/**
 * Returns whether another subscription or payment than the subject pays for the subject's order too. The order is
 * locked, so of two refunds at the same time the second one sees the first. A payment that its processor reports under
 * several names is one subject, so its own refund finds no other.
 */
export async function isPaidOtherwise(
  trx: Trx,
  { processorId, ref, orgId, orderId }: Subject
): Promise<boolean> {
  const sql = `select 1 from processor_subjects s
    where s.org_id = ? and s.order_id = ? and (s.processor_id, s.ref) <> (?::uuid, ?) and ${STILL_PAYS} limit 1`
  return (await firstRow(trx, sql, [orgId, orderId, processorId, ref])) !== null
}
