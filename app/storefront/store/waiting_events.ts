import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import type { Subject } from './lock_subject.js'

/** The maximum number of events that wait for one purchase. Beyond it, the oldest are dropped. */
const MOST = 100

type Named = Pick<Subject, 'processorId' | 'ref'>

/** Records that an event waits for the purchase of its locked subject. */
export async function addWaiting(trx: Trx, { processorId, ref }: Named, eventId: string) {
  await rows(
    trx,
    `update processor_subjects
     set waiting = (array_append(array_remove(waiting, ?::uuid), ?::uuid))[greatest(1, cardinality(waiting) - ? + 2):]
     where processor_id = ? and ref = ?`,
    [eventId, eventId, MOST, processorId, ref]
  )
}

/**
 * Queues the events that waited for the purchase of a locked subject, as a replay does. It skips locked events: such an
 * event is being replayed at this moment, and waiting for it could cause a deadlock.
 */
export async function queueWaiting(trx: Trx, { processorId, ref }: Named, now: Millis) {
  await rows(
    trx,
    `with due as (
       select e.id from processor_events e
       where e.id in (select unnest(s.waiting) from processor_subjects s where s.processor_id = ? and s.ref = ?)
         and e.processor_id = ? and e.state = 'ignored' for no key update skip locked)
     update processor_events e set state = 'queued', tries = 0, result = null, done_at = null, due_at = ?
     from due where e.id = due.id`,
    [processorId, ref, processorId, new Date(now)]
  )
  await rows(trx, `update processor_subjects set waiting = '{}' where processor_id = ? and ref = ?`, [
    processorId,
    ref,
  ])
}
