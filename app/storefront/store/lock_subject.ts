import { firstRow, millis, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import type { LostMoney } from '#storefront/rules/lost_money'
import type { PaidPeriod } from '#storefront/rules/paid_periods'
import type { PaymentDisputes } from '#storefront/rules/payment_disputes'

/**
 * The time of the newest processed event of each kind. An older event of the same kind changes nothing. `period` is the
 * time of the newest payment, also of one without a period, `refund` the time at which the money of a payment went back
 * whole, `end` the end of the last period that the event about the subscription's end named, `unused` the end of a
 * period that was paid while the order could not be fulfilled, `paid` the end of the one before `end` if the order
 * waited then, `lost` the end of one whose money is gone, so that no license got it, `plan` the time of a change of the
 * price while the order could not be fulfilled, `unpaid` the time of the newest failed payment, `before` the expiry of
 * a target without its order and the later periods of the subscription. Disputes and refunds have theirs for each payment.
 */
type LatestKind =
  'period' | 'price' | 'refund' | 'end' | 'unused' | 'paid' | 'lost' | 'plan' | 'unpaid' | 'before'

/**
 * `stops` are the suspensions that the end of the subscription (`onEnd`) has made or keeps, as in `holds`. The others in
 * `holds` are those of disputes. `change` is the payment of a change that came before any other: the names of that
 * payment, which do not lead here yet, and the end of its period. `periods` are those that its payments have paid for.
 */
type Latest = Partial<Record<LatestKind, Millis>> &
  PaymentDisputes &
  LostMoney & {
    stops?: Record<string, Millis>
    change?: { names: string[]; periodEnd: Millis }
    periods?: readonly PaidPeriod[]
  }

/** A subscription or payment of a processor, with the results of its events. */
export type Subject = {
  processorId: string
  orgId: string
  ref: string
  orderId: string | null
  listingId: string | null
  licenseIds: string[]
  periodEnd: Millis | null
  endedAt: Millis | null
  /** The time at which an event suspended a license, by license id. */
  holds: Record<string, Millis>
  /** The time of the newest event of each kind. */
  latest: Latest
  /** True if events wait for the purchase. */
  isAwaited: boolean
}

/** The columns of `processor_subjects s`, with the field names of `Subject`. */
export const SUBJECT_COLUMNS = `s.processor_id as "processorId", s.org_id as "orgId", s.ref, s.order_id as "orderId",
  s.listing_id as "listingId", s.license_ids as "licenseIds", ${millis('s.period_end', 'periodEnd')},
  ${millis('s.ended_at', 'endedAt')}, s.holds, s.latest, s.waiting <> '{}' as "isAwaited"`

/**
 * Locks the subject of an event by any of its names, so that the events of one subscription or payment are processed
 * one after the other. Creates the subject if there is none. From now on, new names lead to this subject.
 */
export async function lockSubject(
  trx: Trx,
  { id, orgId }: { id: string; orgId: string },
  names: readonly string[]
): Promise<Subject> {
  const refs = [...new Set(names)].toSorted()
  await rows(
    trx,
    `select pg_advisory_xact_lock(hashtextextended(?::text || ' ' || ref, 0)) from (select unnest(?::text[]) as ref) n`,
    [id, refs]
  )
  const ref = (await rootOf(trx, id, refs)) ?? names[0]
  await rows(
    trx,
    `insert into processor_subjects (processor_id, ref, org_id, alias_of)
     select ?, n.ref, ?, case when n.ref <> ? then ?::text end from unnest(?::text[]) as n (ref) on conflict do nothing`,
    [id, orgId, ref, ref, refs]
  )
  const sql = `select ${SUBJECT_COLUMNS} from processor_subjects s where s.processor_id = ? and s.ref = ? for update`
  return (await firstRow<Subject>(trx, sql, [id, ref]))!
}

/**
 * Finds the subject that the names lead to; null if there is none. If they lead to several subjects, the result is the
 * one with an order, or else the first. It takes over the names and the waiting events of all others without an order.
 */
async function rootOf(trx: Trx, processorId: string, refs: string[]): Promise<string | null> {
  const roots = await rows<{ ref: string; aliasOf: string | null; bought: boolean }>(
    trx,
    `select s.ref, s.alias_of as "aliasOf", s.order_id is not null as bought from processor_subjects s
     where s.processor_id = ? and s.ref in (
       select coalesce(n.alias_of, n.ref) from processor_subjects n where n.processor_id = ? and n.ref = any(?::text[]))
     order by s.ref for update`,
    [processorId, processorId, refs]
  )
  // While this waited for the lock, another transaction joined one of the subjects to another: look again.
  if (roots.some(({ aliasOf }) => aliasOf !== null)) return rootOf(trx, processorId, refs)
  const root = roots.find(({ bought }) => bought) ?? roots.at(0)
  const others = roots.filter((one) => one !== root && !one.bought).map(({ ref }) => ref)
  if (root && others.length > 0) await join(trx, processorId, root.ref, others)
  return root?.ref ?? null
}

async function join(trx: Trx, processorId: string, root: string, others: string[]) {
  await rows(
    trx,
    `with others as (
       select ref, waiting from processor_subjects where processor_id = ? and ref = any(?::text[])),
     joined as (
       update processor_subjects s set waiting = s.waiting || coalesce(
         (select array_agg(w) from others, unnest(others.waiting) as w), '{}')
       where s.processor_id = ? and s.ref = ?)
     update processor_subjects s set alias_of = ?, waiting = '{}'
     where s.processor_id = ? and (s.ref = any(?::text[]) or s.alias_of = any(?::text[]))`,
    [processorId, others, processorId, root, root, processorId, others, others]
  )
}

/** The ids of the licenses of a subject's order. */
export async function licensesOfOrder(trx: Trx, { orgId, orderId }: Subject): Promise<string[]> {
  const sql = `select license_ids as "licenseIds" from orders where org_id = ? and id = ?`
  const found = await firstRow<{ licenseIds: string[] }>(trx, sql, [orgId, orderId])
  return found?.licenseIds ?? []
}

/**
 * Gives a subject the licenses of its order, which are empty while the order waits. A period that was paid meanwhile is
 * that of the licenses from then on, unless the payment is disputed: then the licenses did not get it, nor its
 * plan (see `waitedFor`).
 */
export function takeLicenses(subject: Subject, licenseIds: string[]) {
  const { latest } = subject
  subject.licenseIds = licenseIds
  if (licenseIds.length === 0 || latest.open !== undefined) return
  delete latest.plan
  if (latest.unused === undefined) return
  subject.periodEnd = Math.max(subject.periodEnd ?? 0, latest.unused)
  delete latest.unused
}

/** Writes a locked subject after an event has changed it. */
export async function writeSubject(trx: Trx, subject: Subject, at: Millis) {
  const { processorId, ref, orderId, listingId, licenseIds, periodEnd, endedAt, holds, latest } = subject
  const date = (moment: Millis | null) => (moment === null ? null : new Date(moment))
  await rows(
    trx,
    `update processor_subjects set order_id = ?, listing_id = ?, license_ids = ?::uuid[], period_end = ?, ended_at = ?,
       holds = ?, latest = ?, last_event_at = greatest(last_event_at, ?) where processor_id = ? and ref = ?`,
    [
      ...[orderId, listingId, licenseIds, date(periodEnd), date(endedAt), JSON.stringify(holds)],
      ...[JSON.stringify(latest), new Date(at), processorId, ref],
    ]
  )
}
