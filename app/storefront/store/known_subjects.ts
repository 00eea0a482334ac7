import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { namesOf, type QueuedEvent } from '#storefront/rules/plain_events'
import { SUBJECT_COLUMNS, type Subject } from './lock_subject.js'

/** An event with its known subscription or payment. */
export type KnownEvent<Queued extends QueuedEvent = QueuedEvent> = { queued: Queued; subject: Subject }

/** Events whose subscription or payment is unknown, and events with their known subject. */
export type SortedEvents<Queued extends QueuedEvent> = { unknown: Queued[]; known: KnownEvent<Queued>[] }

/**
 * Locks the subjects of many events at once, with the same locks as `lockSubject`. It sorts the locks, so that
 * concurrent workers do not deadlock. The result leaves out several events about one subject, and events whose names
 * lead to several subjects: these must be processed one after the other.
 */
export async function lockSubjects<Queued extends QueuedEvent>(
  trx: Trx,
  events: Queued[]
): Promise<SortedEvents<Queued>> {
  const roots = await lockNames(trx, events)
  const rootsOf = ({ processorId, event }: Queued) =>
    new Set(namesOf(event).flatMap((ref) => roots.get(`${processorId} ${ref}`) ?? []))
  const unknown = events.filter((queued) => rootsOf(queued).size === 0)
  const subjects = await lockRoots(
    trx,
    events.flatMap((queued) => [...rootsOf(queued)].map((ref) => ({ ...queued, ref })))
  )
  const about = Map.groupBy(
    events.filter((queued) => rootsOf(queued).size > 0),
    (queued) => [...rootsOf(queued)].map((ref) => `${queued.processorId} ${ref}`).join('\n')
  )
  const known = [...about].flatMap(([root, [queued, ...others]]) => {
    const subject = subjects.get(root)
    return subject && others.length === 0 ? [{ queued, subject }] : []
  })
  return { unknown, known }
}

/** Locks the names of events. Returns the subject that each known name leads to. */
async function lockNames(trx: Trx, events: QueuedEvent[]): Promise<Map<string, string>> {
  const names = events
    .flatMap(({ processorId, event }) => namesOf(event).map((ref) => ({ processorId, ref })))
    .toSorted(byName)
  const values = [names.map(({ processorId }) => processorId), names.map(({ ref }) => ref)]
  await rows(
    trx,
    `select pg_advisory_xact_lock(hashtextextended(v.processor_id::text || ' ' || v.ref, 0))
     from unnest(?::uuid[], ?::text[]) as v (processor_id, ref)`,
    values
  )
  const found = await rows<{ processorId: string; ref: string; root: string }>(
    trx,
    `select s.processor_id as "processorId", s.ref, coalesce(s.alias_of, s.ref) as root from processor_subjects s
     join unnest(?::uuid[], ?::text[]) as v (processor_id, ref) on s.processor_id = v.processor_id and s.ref = v.ref`,
    values
  )
  return new Map(found.map(({ processorId, ref, root }) => [`${processorId} ${ref}`, root]))
}

async function lockRoots(trx: Trx, roots: { processorId: string; ref: string }[]) {
  const sorted = roots.toSorted(byName)
  const found = await rows<Subject>(
    trx,
    `select ${SUBJECT_COLUMNS} from processor_subjects s
     where (s.processor_id, s.ref) in (select * from unnest(?::uuid[], ?::text[]))
     order by s.processor_id, s.ref for update`,
    [sorted.map(({ processorId }) => processorId), sorted.map(({ ref }) => ref)]
  )
  return new Map(found.map((subject) => [`${subject.processorId} ${subject.ref}`, subject]))
}

type Name = { processorId: string; ref: string }

const byName = (one: Name, other: Name) =>
  order(one.processorId, other.processorId) || order(one.ref, other.ref)
const order = (one: string, other: string) => (one < other ? -1 : Number(one > other))
