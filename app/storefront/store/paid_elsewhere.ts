import type { Condition } from '#kernel/database/in_scope'
import { epochMillis, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import { LISTING_KINDS, sellsTime } from '#storefront/rules/listing'
import type { Subject } from './lock_subject.js'
import { HAS_PAID, STILL_PAYS } from './paid_otherwise.js'
import { changedPlan, NOW_PAID } from './sold_order.js'

/**
 * The end users who may have bought something for the licenses: the buyer of the subject's order, and the owners of the
 * licenses since they were issued, which their timelines tell. The orders of an end user who was merged are those of
 * the one they were merged into. Bindings: the org and the order, then twice the org and the ids of the licenses.
 */
export const BUYERS = `buyers as (
  select distinct coalesce(u.merged_into, u.id) as id from (
    select o.end_user_id as id from orders o where o.org_id = ? and o.id = ?
    union select l.end_user_id from licenses l where l.org_id = ? and l.id = any(?::uuid[])
    union select (e.data #>> '{before,endUserId}')::uuid from license_events e
      where e.org_id = ? and e.license_id = any(?::uuid[]) and e.type = 'license.updated') b
  join end_users u on u.id = b.id)`

/**
 * The end of the paid periods of a subject. The order was fulfilled, so a period that was paid before counts, unless its
 * payment is disputed: then the licenses did not get it.
 */
const PAID_TO = `greatest(s.period_end, case when s.latest -> 'open' is null
  then to_timestamp((s.latest ->> 'unused')::float8 / 1000) end)`

/** Until when a subject has paid: with the grace while it goes on, and no longer than to its end. */
const UNTIL = `case when s.ended_at is null then ${PAID_TO} + (${NOW_PAID} ->> 'graceDays')::int * interval '1 day'
  else least(${PAID_TO}, to_timestamp((s.latest ->> 'end')::float8 / 1000)) end`

/** The licenses that an order has issued or changed. */
export type Sold = { orgId: string; orderId: string | null; licenseIds: string[] }

/** The bindings of `BUYERS`. */
export const buyersOf = ({ orgId, orderId, licenseIds }: Sold) => [
  ...[orgId, orderId],
  ...[orgId, licenseIds, orgId, licenseIds],
]

/** The condition that an order `o` sells time. */
const SELLS_TIME: Condition = {
  sql: `o.listing ->> 'kind' = any(?::text[])`,
  values: [LISTING_KINDS.filter(sellsTime)],
}

/**
 * Until when other subscriptions, which still pay, have paid for the licenses of a subject, with their `graceDays`; by
 * license id. The first period of an addon or an upgrade gives no time, so these count only once a later period has
 * extended the license (`latest.before`).
 */
export function paidElsewhere(trx: Trx, subject: Subject): Promise<Map<string, Millis>> {
  const { sql, values } = ofOthers(subject)
  return paidUntil(trx, subject, { sql: `${sql} and ${STILL_PAYS}`, values })
}

/** Like `paidElsewhere`, and with subscriptions that have ended: what they have paid for, nobody else takes back. */
export function everPaidElsewhere(trx: Trx, subject: Subject): Promise<Map<string, Millis>> {
  const { sql, values } = ofOthers(subject)
  return paidUntil(trx, subject, { sql: `${sql} and ${HAS_PAID}`, values })
}

function ofOthers({ processorId, ref }: Subject): Condition {
  const sql = `(s.processor_id, s.ref) <> (?::uuid, ?) and (${SELLS_TIME.sql} or s.latest -> 'before' is not null)`
  return { sql, values: [processorId, ref, ...SELLS_TIME.values] }
}

/** The licenses that no other subscription pays for now. `elsewhere` is the result of `paidElsewhere`. */
export function notPaidElsewhere<License extends { id: string }>(
  licenses: License[],
  elsewhere: Map<string, Millis>,
  now: Millis
): License[] {
  return licenses.filter(({ id }) => (elsewhere.get(id) ?? 0) <= now)
}

/**
 * Until when subscriptions of other orders, which sell time, have paid for the licenses of an order, with their `graceDays`
 * if they have not ended; by license id.
 */
export function paidByOthers(
  trx: Trx,
  { id, orgId, licenseIds }: { id: string; orgId: string; licenseIds: string[] }
): Promise<Map<string, Millis>> {
  const which = { sql: `o.id <> ? and ${SELLS_TIME.sql} and ${HAS_PAID}`, values: [id, ...SELLS_TIME.values] }
  return paidUntil(trx, { orgId, orderId: id, licenseIds }, which)
}

/** Until when the subscriptions that fulfil a condition on their order `o` and subject `s` have paid for licenses. */
async function paidUntil(trx: Trx, sold: Sold, which: Condition): Promise<Map<string, Millis>> {
  const found = await rows<{ id: string; until: Millis }>(
    trx,
    `with ${BUYERS}
     select l.id, max(${epochMillis(UNTIL)}) as until
     from buyers b
     join orders o on o.org_id = ? and o.end_user_id = b.id and o.state = 'fulfilled'
     join unnest(?::uuid[]) as l (id) on l.id = any(o.license_ids)
     join processor_subjects s on s.order_id = o.id and ${PAID_TO} is not null
       and ${which.sql}
     ${changedPlan('s.listing_id')}
     group by l.id`,
    [...buyersOf(sold), sold.orgId, sold.licenseIds, ...which.values]
  )
  return new Map(found.map(({ id, until }) => [id, until]))
}
