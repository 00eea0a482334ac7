import { epochMillis, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import type { Subject } from './lock_subject.js'

/**
 * Until when other subscriptions, which have not ended, pay for the licenses of a subject, with their `graceDays`; by
 * license id. It finds them by the orders of the license's owner and of the subject's own buyer.
 */
export async function paidElsewhere(
  trx: Trx,
  { processorId, ref, orgId, orderId, licenseIds }: Subject
): Promise<Map<string, Millis>> {
  const found = await rows<{ id: string; until: Millis }>(
    trx,
    `select l.id, max(${epochMillis(`s.period_end + (o.listing ->> 'graceDays')::int * interval '1 day'`)}) as until
     from orders mine
     join licenses l on l.org_id = mine.org_id and l.id = any(?::uuid[])
     join orders o on o.org_id = mine.org_id and o.end_user_id in (mine.end_user_id, l.end_user_id)
       and o.state = 'fulfilled' and l.id = any(o.license_ids)
     join processor_subjects s on s.order_id = o.id and s.alias_of is null and s.ended_at is null
       and s.period_end is not null and (s.processor_id, s.ref) <> (?::uuid, ?)
     where mine.org_id = ? and mine.id = ? group by l.id`,
    [licenseIds, processorId, ref, orgId, orderId]
  )
  return new Map(found.map(({ id, until }) => [id, until]))
}
