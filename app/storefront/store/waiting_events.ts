import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import type { Subject } from './lock_subject.js'

/** The maximum number of events that wait for one purchase. Beyond it, the oldest are dropped. */
const MOST = 100

type Named = Pick<Subject, 'processorId' | 'ref'>

/**
 * Records that an event waits for the purchase of its locked subject. An `isFirst` one, which is about a payment itself,
 * comes before the others: it may tell the name of the payment that a refund is about.
 */
export async function addWaiting(
  trx: Trx,
  { processorId, ref }: Named,
  { eventId, isFirst }: { eventId: string; isFirst: boolean }
) {
  await rows(
    trx,
    `update processor_subjects s
     set waiting = case when ? then ?::uuid || o.others else o.others || ?::uuid end
     from (select (array_remove(waiting, ?::uuid))[greatest(1, cardinality(waiting) - ? + 2):] as others
       from processor_subjects where processor_id = ? and ref = ?) o
     where s.processor_id = ? and s.ref = ?`,
    [isFirst, eventId, eventId, eventId, MOST, processorId, ref, processorId, ref]
  )
}

/**
 * Queues the events that waited for the purchase of a locked subject, as a replay does, one after the other. It skips locked
 * events: such an event is being replayed at this moment, and waiting for it could cause a deadlock.
 */
export async function queueWaiting(trx: Trx, { processorId, ref }: Named, now: Millis) {
  await rows(
    trx,
    `with due as (
       select e.id, w.place - cardinality(s.waiting) as place
       from processor_subjects s cross join unnest(s.waiting) with ordinality as w (id, place)
       join processor_events e on e.id = w.id
       where s.processor_id = ? and s.ref = ? and e.processor_id = ? and e.state = 'ignored'
       for no key update of e skip locked)
     update processor_events e set state = 'queued', tries = 0, result = null, done_at = null,
       due_at = ?::timestamptz + due.place * interval '1 millisecond'
     from due where e.id = due.id`,
    [processorId, ref, processorId, new Date(now)]
  )
  await rows(trx, `update processor_subjects set waiting = '{}' where processor_id = ? and ref = ?`, [
    processorId,
    ref,
  ])
}
