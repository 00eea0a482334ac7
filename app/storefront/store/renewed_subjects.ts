import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import { namesOf } from '#storefront/rules/plain_events'
import type { KnownEvent } from './known_subjects.js'

/**
 * Writes the new period and the new names of locked subjects after renewals, with the same effect as `writeSubject`. It
 * takes two statements for any number of subjects.
 */
export async function writeRenewedSubjects(trx: Trx, renewed: KnownEvent[], now: Millis) {
  const names = renewed.flatMap(({ queued, subject }) =>
    namesOf(queued.event).map((ref) => ({ ...subject, ref, root: subject.ref }))
  )
  await rows(
    trx,
    `insert into processor_subjects (processor_id, org_id, ref, alias_of)
     select * from unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[]) on conflict do nothing`,
    [
      ...[names.map(({ processorId }) => processorId), names.map(({ orgId }) => orgId)],
      ...[names.map(({ ref }) => ref), names.map(({ root }) => root)],
    ]
  )
  const at = renewed.map(({ queued }) => queued.event.occurredAt || now)
  await rows(
    trx,
    `update processor_subjects s set period_end = to_timestamp(v.period_end / 1000), ended_at = null,
       latest = s.latest - 'paid' || jsonb_build_object('period', v.at),
       last_event_at = greatest(s.last_event_at, to_timestamp(v.at / 1000))
     from unnest(?::uuid[], ?::text[], ?::float8[], ?::float8[]) as v (processor_id, ref, period_end, at)
     where s.processor_id = v.processor_id and s.ref = v.ref`,
    [
      ...[renewed.map(({ subject }) => subject.processorId), renewed.map(({ subject }) => subject.ref)],
      ...[renewed.map(({ queued }) => queued.event.periodEnd), at],
    ]
  )
}
