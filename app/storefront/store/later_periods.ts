import type { Trx } from '#kernel/database/unit_of_work'
import { millis, rows } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'
import type { SoldListing } from '#storefront/rules/listing'
import { paidTime } from '#storefront/rules/paid_periods'
import type { LockedOrder } from './lock_order.js'
import type { Subject } from './lock_subject.js'
import { changedPlan, NOW_PAID } from './sold_order.js'

/**
 * Until when the periods after the first one have paid for the target of an order; 0 if there are none. Lock the license
 * before: then no event adds one.
 */
export async function paidByLaterPeriods(
  trx: Trx,
  { id, orgId }: Pick<LockedOrder, 'id' | 'orgId'>
): Promise<Millis> {
  const found = await rows<Pick<Subject, 'latest' | 'endedAt'> & Pick<SoldListing, 'kind' | 'graceDays'>>(
    trx,
    `select s.latest, ${millis('s.ended_at', 'endedAt')}, o.listing ->> 'kind' as kind,
       (${NOW_PAID} ->> 'graceDays')::int as "graceDays"
     from orders o join processor_subjects s on s.org_id = o.org_id and s.order_id = o.id and s.alias_of is null
     ${changedPlan('s.listing_id')} where o.org_id = ? and o.id = ?`,
    [orgId, id]
  )
  // As after the reversal. Only the periods that are remembered count.
  const effect = { revisions: {}, reversed: {} }
  return Math.max(
    0,
    ...found.map(({ latest, endedAt, ...listing }) =>
      paidTime({ periodEnd: null, endedAt, latest }, { listing, effect })
    )
  )
}
