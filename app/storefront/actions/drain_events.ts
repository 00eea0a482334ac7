import { inject } from '@adonisjs/core'
import logger from '@adonisjs/core/services/logger'
import { inSavepoint } from '#kernel/database/savepoint'
import { rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { parseJson } from '#kernel/json/json'
import { bodies } from '#config/bodies'
import { lostLock } from '#kernel/refusals/database_faults'
import Refusal from '#kernel/refusals/refusal'
import { openSecret } from '#kernel/secrets/secrets'
import type { Millis, ReadMoment } from '#kernel/time/millis'
import { isPlainPurchase, plainEvents, type QueuedEvent } from '#storefront/rules/plain_events'
import {
  afterFailure,
  afterLock,
  ignored,
  type EventResult,
  type NextTry,
} from '#storefront/rules/event_result'
import type { Loose } from '#storefront/rules/providers/reading'
import { readEvent } from '#storefront/rules/read_event'
import { dueOrgs, inTurns, lockDueEvents, type Due } from '#storefront/store/due_events'
import { lockSubjects } from '#storefront/store/known_subjects'
import { applyEvent } from './apply_event.js'
import { buyTogether, type Worked } from './buy_together.js'
import { renewTogether } from './renew_together.js'

/** The maximum number of events in one batch. */
const CHUNK = 200
/**
 * A run starts no new batch after this time. The single events after a batch have the same time limit. Milliseconds.
 */
const SLICE = 2000

/** The org of each due event that the batch did not process; an org appears once per event. */
type Left = string[]

/**
 * Processes the due events of processors (contract/10-storefront#106-processor-events). An event, its licenses and its
 * orders are one transaction, so an event takes effect once even if a worker is killed. Most events are plain purchases
 * and renewals, which are processed in batches. Each other event has its own transaction, so that its locks are held
 * only briefly. A failed event leaves no changes and is tried again; it only delays the events of other orgs. Orgs take
 * turns, so a large backlog of one org delays the events of another org only by its share.
 */
@inject()
export default class DrainEvents {
  /** `finished` is true if no event is due, or if other workers hold all due events of the orgs of a batch. */
  async execute(signal?: AbortSignal, now: ReadMoment = Date.now): Promise<{ finished: boolean }> {
    const until = Date.now() + SLICE
    while (!signal?.aborted && Date.now() < until) {
      const orgIds = await dueOrgs(now())
      if (orgIds.length === 0) return { finished: true }
      const left = await this.#plain(orgIds, now, signal)
      if (left === null) return { finished: true }
      // The remaining events have waited longest, so they come before the next batch. They get a separate time slice,
      // because the batch may have used up the whole slice waiting for locks.
      const turnsUntil = Date.now() + SLICE
      for (const orgId of inTurns(left)) {
        if (signal?.aborted || Date.now() >= turnsUntil) break
        await this.#next(orgId, now)
      }
    }
    return { finished: false }
  }

  /**
   * Processes the plain events among those that are due longest. If the batch fails, it tries again org by org, so that
   * a locked row or a broken event of one org does not stop the events of other orgs. Returns the orgs of the events
   * that remain for `#next`, or null if other workers hold all of the events.
   */
  async #plain(orgIds: string[], now: ReadMoment, signal?: AbortSignal): Promise<Left | null> {
    const ofEach = Math.max(1, Math.floor(CHUNK / orgIds.length))
    const left = await this.#together(orgIds, ofEach, now)
    if (left !== 'failed') return left
    const all: Left = []
    for (const orgId of orgIds) {
      if (signal?.aborted) break
      const ofOrg = await this.#together([orgId], ofEach, now)
      all.push(...(ofOrg === 'failed' ? Array<string>(ofEach).fill(orgId) : (ofOrg ?? [])))
    }
    return all
  }

  /**
   * Processes one batch for some orgs. Returns `'failed'` if the transaction failed: `#next` then processes the events.
   */
  async #together(orgIds: string[], ofEach: number, clock: ReadMoment): Promise<Left | null | 'failed'> {
    try {
      return await transaction(async (trx) => {
        const now = clock()
        const due = await lockDueEvents(trx, now, { orgIds, ofEach })
        if (due.length === 0) return null
        const { unknown, known } = await lockSubjects(trx, plainEvents(due.flatMap(readable)))
        const purchases = unknown.filter(({ event }) => isPlainPurchase(event))
        const worked = await buyTogether(trx, purchases, now)
        worked.push(...(await renewTogether(trx, known, clock)))
        await writeWorked(trx, worked, now)
        const done = new Set(worked.map(({ queued }) => queued.id))
        return due.filter(({ id }) => !done.has(id)).map(({ orgId }) => orgId)
      })
    } catch (error) {
      logger.warn({ err: error, orgIds }, 'events could not be worked on together')
      return 'failed'
    }
  }

  /** Processes one event of an org, if one is due. */
  #next(orgId: string, now: ReadMoment): Promise<void> {
    return transaction(async (trx) => {
      const [event] = await lockDueEvents(trx, now(), { orgIds: [orgId], ofEach: 1 })
      if (event) await settleOne(trx, event, now)
    })
  }
}

/** The event in its normal form; empty if it has no effect or cannot be read. `settleOne` reports the reason later. */
function readable(due: Due): QueuedEvent[] {
  try {
    const { normal } = readDue(due)
    return normal ? [{ ...due, event: normal }] : []
  } catch {
    return []
  }
}

function readDue({ id, provider, body }: Due) {
  // A body may begin with a byte order mark, which was decoded as none when it arrived.
  const text = openSecret(body, `processor_events.body:${id}`).replace(/^\ufeff/, '')
  const sent = parseJson(text, bodies.json) as Loose
  return readEvent(provider, sent)
}

function writeWorked(trx: Trx, worked: Worked[], now: Millis) {
  return rows(
    trx,
    `update processor_events e set state = 'done', tries = e.tries + 1, result = v.result, order_id = v.order_id,
       due_at = null, done_at = ?
     from unnest(?::uuid[], ?::uuid[], ?::text[]) as v (id, order_id, result) where e.id = v.id`,
    [
      ...[new Date(now), worked.map(({ queued }) => queued.id)],
      ...[worked.map(({ orderId }) => orderId), worked.map(({ result }) => result)],
    ]
  )
}

/** Processes one event in a savepoint: a failure undoes all of its effects but keeps the lock until it is recorded. */
async function settleOne(trx: Trx, event: Due, clock: ReadMoment) {
  const now = clock()
  try {
    const result = await inSavepoint(trx, () => work(trx, event, clock))
    await write(trx, event.id, { state: result.state, tries: event.tries + 1, due: null }, result, now)
  } catch (error) {
    logger.warn({ err: error, eventId: event.id, tries: event.tries }, 'an event could not be worked on')
    const next = lostLock(error) ? afterLock(event.tries, now) : afterFailure(event.tries, now)
    await write(trx, event.id, next, { result: messageOf(error), orderId: null }, now)
  }
}

async function work(trx: Trx, due: Due, clock: ReadMoment): Promise<EventResult> {
  const { normal, type } = readDue(due)
  if (!normal) return ignored(`The service does nothing for ${type}`)
  return applyEvent(
    trx,
    { id: due.processorId, orgId: due.orgId, provider: due.provider },
    normal,
    clock,
    due.id
  )
}

function messageOf(error: unknown): string {
  if (error instanceof Refusal) return error.message
  if (lostLock(error)) return 'Another change held the order or its licenses: the event is tried again'
  return 'The event could not be processed: see the log'
}

function write(
  trx: Trx,
  id: string,
  { state, tries, due }: NextTry,
  { result, orderId }: Pick<EventResult, 'result' | 'orderId'>,
  now: Millis
) {
  return rows(
    trx,
    `update processor_events set state = ?, tries = ?, result = ?, order_id = coalesce(?, order_id), due_at = ?,
       done_at = ? where id = ?`,
    [
      state,
      tries,
      result.slice(0, 500),
      orderId,
      due === null ? null : new Date(due),
      due ? null : new Date(now),
      id,
    ]
  )
}
