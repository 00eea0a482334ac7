import { firstRow, millis, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'

/** Kinds of events of which an older one changes nothing once a newer one was worked on. */
type Latest = Partial<Record<'period' | 'price' | 'dispute', Millis>>

/** A subscription or payment of a processor, with what its events have led to. */
export type Subject = {
  processorId: string
  orgId: string
  ref: string
  orderId: string | null
  listingId: string | null
  licenseIds: string[]
  periodEnd: Millis | null
  endedAt: Millis | null
  /** License id -> when an event has suspended it. */
  holds: Record<string, Millis>
  /** When the latest event of each kind happened. */
  latest: Latest
}

/** The columns of a subject as `Subject` names them, from `processor_subjects s`. */
export const SUBJECT_COLUMNS = `s.processor_id as "processorId", s.org_id as "orgId", s.ref, s.order_id as "orderId",
  s.listing_id as "listingId", s.license_ids as "licenseIds", ${millis('s.period_end', 'periodEnd')},
  ${millis('s.ended_at', 'endedAt')}, s.holds, s.latest`

/**
 * Locks the subject of an event by any of its names, made if need be, so that the events of one subscription or payment
 * take turns. A name that is new leads to the subject from then on.
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
  const known = await firstRow<{ ref: string }>(
    trx,
    `select coalesce(alias_of, ref) as ref from processor_subjects where processor_id = ? and ref = any(?::text[])
     order by alias_of is null desc, ref limit 1`,
    [id, refs]
  )
  const ref = known?.ref ?? names[0]
  await rows(
    trx,
    `insert into processor_subjects (processor_id, ref, org_id, alias_of)
     select ?, n.ref, ?, case when n.ref <> ? then ?::text end from unnest(?::text[]) as n (ref) on conflict do nothing`,
    [id, orgId, ref, ref, refs]
  )
  const sql = `select ${SUBJECT_COLUMNS} from processor_subjects s where s.processor_id = ? and s.ref = ? for update`
  return (await firstRow<Subject>(trx, sql, [id, ref]))!
}

/** Writes what an event has led to. */
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
