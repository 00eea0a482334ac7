import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { DAY, type Millis } from '#kernel/time/millis'
import type { LockedOrder } from './lock_order.js'
import type { Subject } from './lock_subject.js'
import { STILL_PAYS } from './paid_otherwise.js'
import { changedPlan, NOW_PAID } from './sold_order.js'

/**
 * What the payments of an order have brought while it could not be fulfilled: until when they have paid, with the grace,
 * and the listing whose price is paid now, if that is another one than the order's.
 */
export type Waited = { until: Millis | null; listingId: string | null }

/** The grace of a period. A license that just expires at the end of its subscription has none after that end. */
const GRACE = `case when s.ended_at is not null and ${NOW_PAID} ->> 'onEnd' = 'expire' then 0
  else (${NOW_PAID} ->> 'graceDays')::int end * ${DAY}::float8`

/**
 * Reads what a locked order has waited for. The next event of the subscription takes its period over (see
 * `takeLicenses`). A period whose payment is disputed does not count: the licenses get it once the dispute is won.
 * Of several payments, only the prices of those that still pay count. What `own` has brought is left out: an event has
 * changed that subject, but has not written it yet. While it pays, no price of one that has ended counts.
 */
export async function waitedFor(
  trx: Trx,
  { orgId, id }: Pick<LockedOrder, 'orgId' | 'id'>,
  own: Pick<Subject, 'processorId' | 'ref' | 'endedAt'> | null = null
): Promise<Waited> {
  const found = await firstRow<Waited>(
    trx,
    `select max((s.latest ->> 'unused')::float8 + ${GRACE}) as until,
       (array_agg(n.id order by (${STILL_PAYS}) is true desc, n.id is null, (s.latest ->> 'price')::float8 desc nulls last)
         filter (where not ?::boolean or ${STILL_PAYS}))[1] as "listingId"
     from processor_subjects s join orders o on o.org_id = s.org_id and o.id = s.order_id ${changedPlan('s.listing_id')}
     where s.org_id = ? and s.order_id = ? and s.latest -> 'open' is null
       and (s.processor_id, s.ref) is distinct from (?::uuid, ?::text)`,
    [own !== null && own.endedAt === null, orgId, id, own?.processorId ?? null, own?.ref ?? null]
  )
  return found!
}
