import type { Condition } from '#kernel/database/in_scope'
import { millis, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import { sellsTime, type SoldListing } from '#storefront/rules/listing'
import type { OrderEffect } from '#storefront/rules/order'
import { paidTime } from '#storefront/rules/paid_periods'
import type { Subject } from './lock_subject.js'
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

/** The licenses that an order has issued or changed. */
export type Sold = { orgId: string; orderId: string | null; licenseIds: string[] }

/** The bindings of `BUYERS`. */
export const buyersOf = ({ orgId, orderId, licenseIds }: Sold) => [
  ...[orgId, orderId],
  ...[orgId, licenseIds, orgId, licenseIds],
]

/** The condition that a subject is not the given one. Bindings: its processor and its reference. */
const IS_OTHER = `(s.processor_id, s.ref) <> (?::uuid, ?)`

/** A subscription that pays for the license with this id, and its order. */
type Payer = Pick<Subject, 'periodEnd' | 'endedAt' | 'latest'> &
  Pick<SoldListing, 'kind' | 'graceDays'> & { id: string; effect: OrderEffect | null }

/**
 * Until when other subscriptions, which have not ended, have paid for the licenses of a subject, with their `graceDays`; by
 * license id. An addon or an upgrade counts only once a later period has extended the license.
 */
export function paidElsewhere(trx: Trx, subject: Subject): Promise<Map<string, Millis>> {
  const values = [subject.processorId, subject.ref]
  const isGiven = ({ kind, latest }: Payer) => sellsTime(kind) || latest.before !== undefined
  return paidUntil(trx, subject, { sql: `${IS_OTHER} and s.ended_at is null`, values }, isGiven)
}

/**
 * Like `paidElsewhere`, and with subscriptions that have ended, and with all periods that sell time: what they have paid for,
 * nobody else takes back.
 */
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

/**
 * Until when the subscriptions that fulfil a condition on their order `o` and subject `s` have paid for licenses. The order of
 * a target may be reversed: it counts if the subscription remembers its payments. One that does not, and pays for an addon or
 * an upgrade, counts only once a period has extended the license: its last one may be the first, which sells no time.
 */
async function paidUntil(
  trx: Trx,
  sold: Sold,
  which: Condition,
  counts: (payer: Payer) => boolean = () => true
): Promise<Map<string, Millis>> {
  const found = await rows<Payer>(
    trx,
    `with ${BUYERS}
     select l.id, ${millis('s.period_end', 'periodEnd')}, ${millis('s.ended_at', 'endedAt')}, s.latest, o.effect,
       o.listing ->> 'kind' as kind, (${NOW_PAID} ->> 'graceDays')::int as "graceDays"
     from buyers b
     join orders o on o.org_id = ? and o.end_user_id = b.id and o.state in ('fulfilled', 'reversed')
     join unnest(?::uuid[]) as l (id) on l.id = any(o.license_ids)
     join processor_subjects s on s.order_id = o.id and s.alias_of is null and ${which.sql}
       and (o.state = 'fulfilled' or o.listing ->> 'kind' <> 'new' and s.latest -> 'periods' is not null)
     ${changedPlan('s.listing_id')}`,
    [...buyersOf(sold), sold.orgId, sold.licenseIds, ...which.values]
  )
  const until = new Map<string, Millis>()
  for (const { id, kind, graceDays, effect, ...paying } of found.filter(counts)) {
    const { periods, before } = paying.latest
    if (!sellsTime(kind) && periods === undefined && before === undefined) continue
    const paid = paidTime(paying, { listing: { kind, graceDays }, effect })
    if (paid > (until.get(id) ?? 0)) until.set(id, paid)
  }
  return until
}
