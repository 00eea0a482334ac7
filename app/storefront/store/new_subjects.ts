import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { namesOf, type QueuedEvent } from '#storefront/rules/plain_purchases'

/** What a purchase that nobody knew of has led to. */
export type NewSubject = { queued: QueuedEvent; orderId: string; listingId: string; licenseIds: string[] }

/**
 * Locks the names of purchases, in one order for everybody, and returns those purchases of which nothing is known under any
 * name: the locks of `lockSubject` for many at once.
 */
export async function lockNewSubjects<Queued extends QueuedEvent>(
  trx: Trx,
  purchases: Queued[]
): Promise<Queued[]> {
  const names = purchases
    .flatMap(({ processorId, event }) => namesOf(event).map((ref) => ({ processorId, ref })))
    .toSorted((one, other) => order(one.processorId, other.processorId) || order(one.ref, other.ref))
  const values = [names.map(({ processorId }) => processorId), names.map(({ ref }) => ref)]
  await rows(
    trx,
    `select pg_advisory_xact_lock(hashtextextended(v.processor_id::text || ' ' || v.ref, 0))
     from unnest(?::uuid[], ?::text[]) as v (processor_id, ref)`,
    values
  )
  const found = await rows<{ processorId: string; ref: string }>(
    trx,
    `select s.processor_id as "processorId", s.ref from processor_subjects s
     join unnest(?::uuid[], ?::text[]) as v (processor_id, ref) on s.processor_id = v.processor_id and s.ref = v.ref`,
    values
  )
  const known = new Set(found.map(({ processorId, ref }) => `${processorId} ${ref}`))
  return purchases.filter(
    ({ processorId, event }) => !namesOf(event).some((ref) => known.has(`${processorId} ${ref}`))
  )
}

/** Writes subjects whose names are locked, with what their purchases have led to. */
export async function writeNewSubjects(trx: Trx, subjects: NewSubject[], now: number) {
  const written = subjects.flatMap(({ queued, orderId, listingId, licenseIds }) => {
    const { processorId, orgId, event } = queued
    const [ref, ...others] = namesOf(event)
    const at = new Date(event.occurredAt || now)
    const end = event.periodEnd === null ? null : new Date(event.periodEnd)
    const led = { order_id: orderId, listing_id: listingId, license_ids: licenseIds, period_end: end }
    const own = { processor_id: processorId, org_id: orgId }
    return [
      { ...own, ref, alias_of: null, ...led, last_event_at: at },
      ...others.map((other) => ({ ...own, ref: other, alias_of: ref, license_ids: [] })),
    ]
  })
  await rows(
    trx,
    `insert into processor_subjects
       (processor_id, org_id, ref, alias_of, order_id, listing_id, license_ids, period_end, last_event_at)
     select * from jsonb_to_recordset(?::jsonb) as v (processor_id uuid, org_id uuid, ref text, alias_of text,
       order_id uuid, listing_id uuid, license_ids uuid[], period_end timestamptz, last_event_at timestamptz)`,
    [JSON.stringify(written)]
  )
}

const order = (one: string, other: string) => (one < other ? -1 : Number(one > other))
