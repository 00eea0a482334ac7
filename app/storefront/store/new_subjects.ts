import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { paidPeriodOf } from '#storefront/rules/paid'
import { namesOf, type QueuedEvent } from '#storefront/rules/plain_events'

/** The result of a new purchase: its order, listing and licenses. */
export type NewSubject = { queued: QueuedEvent; orderId: string; listingId: string; licenseIds: string[] }

/** Writes the subjects of new purchases with their results. The caller has locked their names. */
export async function writeNewSubjects(trx: Trx, subjects: NewSubject[], now: number) {
  const written = subjects.flatMap(({ queued, orderId, listingId, licenseIds }) => {
    const { processorId, orgId, event } = queued
    const [ref, ...others] = namesOf(event)
    const at = new Date(event.occurredAt || now)
    const period = paidPeriodOf(event)
    const end = period === null ? null : new Date(period)
    const led = { order_id: orderId, listing_id: listingId, license_ids: licenseIds, period_end: end }
    const own = { processor_id: processorId, org_id: orgId }
    return [
      { ...own, ref, alias_of: null, ...led, last_event_at: at, latest: { period: at.getTime() } },
      ...others.map((other) => ({ ...own, ref: other, alias_of: ref, license_ids: [], latest: {} })),
    ]
  })
  await rows(
    trx,
    `insert into processor_subjects
       (processor_id, org_id, ref, alias_of, order_id, listing_id, license_ids, period_end, last_event_at, latest)
     select * from jsonb_to_recordset(?::jsonb) as v (processor_id uuid, org_id uuid, ref text, alias_of text,
       order_id uuid, listing_id uuid, license_ids uuid[], period_end timestamptz, last_event_at timestamptz, latest jsonb)`,
    [JSON.stringify(written)]
  )
}
