import type { Condition } from '#kernel/database/in_scope'
import { epochMillis, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import { LISTING_KINDS, sellsTime } from '#storefront/rules/listing'
import type { Subject } from './lock_subject.js'
import { HAS_PAID } from './paid_otherwise.js'
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

const IS_NEW = `o.listing ->> 'kind' = 'new'`
const SELLS_TIME = `o.listing ->> 'kind' in (${LISTING_KINDS.filter(sellsTime)
  .map((kind) => `'${kind}'`)
  .join(', ')})`

/** The payments of a subject, as rows `p` (see `PaidPeriod`). */
const PERIODS = `jsonb_to_recordset(s.latest -> 'periods') as p ("end" float8, gone boolean)`

/**
 * The end of the periods that a subject has paid for. Its payments tell it for a target (see `periodsPaidUntil`), also after
 * its order was reversed. The order was fulfilled, so a period that was paid before counts, unless its payment is disputed:
 * then the licenses did not get it.
 */
const PAID_TO = `to_timestamp((case when ${IS_NEW} or s.latest -> 'periods' is null
  then greatest(extract(epoch from s.period_end) * 1000, case when s.latest -> 'open' is null then (s.latest ->> 'unused')::float8 end)
  else (select max(p."end") from ${PERIODS}
    where p.gone is null and (s.latest -> 'open' is null or p."end" is distinct from (s.latest ->> 'unused')::float8)
      and p."end" > case when ${SELLS_TIME} and o.effect -> 'reversed' is null then 0
        else (select min(p."end") from ${PERIODS} where p."end" > 0) end) end) / 1000)`

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

/**
 * The condition that a subject has paid for its licenses. An addon or an upgrade counts only once a later period has extended
 * the license.
 */
const HAS_GIVEN = `((${SELLS_TIME} or s.latest -> 'before' is not null)
  and (${HAS_PAID} or not ${IS_NEW} and s.latest -> 'periods' is not null))`

/** The condition that a subject is not the given one. Bindings: its processor and its reference. */
const IS_OTHER = `(s.processor_id, s.ref) <> (?::uuid, ?)`

/**
 * Until when other subscriptions, which have not ended, have paid for the licenses of a subject, with their `graceDays`; by
 * license id.
 */
export function paidElsewhere(trx: Trx, subject: Subject): Promise<Map<string, Millis>> {
  const values = [subject.processorId, subject.ref]
  return paidUntil(trx, subject, { sql: `${IS_OTHER} and s.ended_at is null`, values })
}

/** Like `paidElsewhere`, and with subscriptions that have ended: what they have paid for, nobody else takes back. */
export function everPaidElsewhere(trx: Trx, subject: Subject): Promise<Map<string, Millis>> {
  return paidUntil(trx, subject, { sql: IS_OTHER, values: [subject.processorId, subject.ref] })
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
 * Until when subscriptions of other orders have paid for the licenses of an order, with their `graceDays` if they have not
 * ended; by license id.
 */
export function paidByOthers(
  trx: Trx,
  { id, orgId, licenseIds }: { id: string; orgId: string; licenseIds: string[] }
): Promise<Map<string, Millis>> {
  return paidUntil(trx, { orgId, orderId: id, licenseIds }, { sql: `o.id <> ?`, values: [id] })
}

/** Until when the subscriptions that fulfil a condition on their order `o` and subject `s` have paid for licenses. */
async function paidUntil(trx: Trx, sold: Sold, which: Condition): Promise<Map<string, Millis>> {
  const found = await rows<{ id: string; until: Millis }>(
    trx,
    `with ${BUYERS}
     select l.id, max(${epochMillis(UNTIL)}) as until
     from buyers b
     join orders o on o.org_id = ? and o.end_user_id = b.id
       and (o.state = 'fulfilled' or o.state = 'reversed' and not ${IS_NEW})
     join unnest(?::uuid[]) as l (id) on l.id = any(o.license_ids)
     join processor_subjects s on s.order_id = o.id and s.alias_of is null and ${HAS_GIVEN}
       and (o.state = 'fulfilled' or s.latest -> 'periods' is not null)
       and ${PAID_TO} is not null and ${which.sql}
     ${changedPlan('s.listing_id')}
     group by l.id`,
    [...buyersOf(sold), sold.orgId, sold.licenseIds, ...which.values]
  )
  return new Map(found.map(({ id, until }) => [id, until]))
}
