import { inject } from '@adonisjs/core'
import logger from '@adonisjs/core/services/logger'
import { rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { parseJson } from '#kernel/json/json'
import { bodies } from '#config/bodies'
import Refusal from '#kernel/refusals/refusal'
import { openSecret } from '#kernel/secrets/secrets'
import type { Millis } from '#kernel/time/millis'
import { isPlainPurchase, plainEvents, type QueuedEvent } from '#storefront/rules/plain_events'
import { ignored, nextTry, type EventResult } from '#storefront/rules/event_result'
import type { Loose } from '#storefront/rules/providers/reading'
import { readEvent } from '#storefront/rules/read_event'
import { dueOrgs, inTurns, lockDueEvents, type Due } from '#storefront/store/due_events'
import { lockSubjects } from '#storefront/store/known_subjects'
import { applyEvent } from './apply_event.js'
import { buyTogether, type Worked } from './buy_together.js'
import { renewTogether } from './renew_together.js'

/** Events that are looked at together, and for how long one run goes on. Milliseconds. */
const CHUNK = 200
const SLICE = 2000

/** The org of each event that is due and was left. */
type Left = string[]

/**
 * Works on the events of processors that are due (contract/10-storefront#106-processor-events). An event, its licenses and
 * its orders are one transaction, so an event counts once however often a worker is killed. Plain purchases and renewals,
 * most of all events, are worked on together; each other event has a transaction of its own, so that its locks are held
 * shortly. One that fails leaves nothing behind and is tried again, and it costs the events of other orgs no more than a wait.
 * Orgs take turns, so the events of one wait for no more than a share of those of another, however many those are.
 */
@inject()
export default class DrainEvents {
  /** Returns whether nothing is left that is due. */
  async execute(signal?: AbortSignal, now: () => Millis = Date.now): Promise<{ finished: boolean }> {
    const until = Date.now() + SLICE
    while (!signal?.aborted && Date.now() < until) {
      const orgIds = await dueOrgs(now())
      if (orgIds.length === 0) return { finished: true }
      const left = await this.#plain(orgIds, now(), signal)
      if (left === null) return { finished: true }
      // What is left is due longest, so it comes first. It has a slice of its own: what is plain may have waited that long.
      const turnsUntil = Date.now() + SLICE
      for (const orgId of inTurns(left)) {
        if (signal?.aborted || Date.now() >= turnsUntil) break
        await this.#next(orgId, now())
      }
    }
    return { finished: false }
  }

  /**
   * Works on what is plain among what is due longest; org by org where that goes wrong, so that a row that somebody holds in
   * one org, or an event that cannot be worked on, stops the events of no other. Returns what is left for `#next`; null where
   * other workers have all of it.
   */
  async #plain(orgIds: string[], now: Millis, signal?: AbortSignal): Promise<Left | null> {
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

  /** The same for the events of some orgs. They failed where they cannot be worked on together: they are left to `#next`. */
  async #together(orgIds: string[], ofEach: number, now: Millis): Promise<Left | null | 'failed'> {
    try {
      return await transaction(async (trx) => {
        const due = await lockDueEvents(trx, now, { orgIds, ofEach })
        if (due.length === 0) return null
        const { unknown, known } = await lockSubjects(trx, plainEvents(due.flatMap(readable)))
        const purchases = unknown.filter(({ event }) => isPlainPurchase(event))
        const worked = await buyTogether(trx, purchases, now)
        worked.push(...(await renewTogether(trx, known, now)))
        await writeWorked(trx, worked, now)
        const done = new Set(worked.map(({ queued }) => queued.id))
        return due.filter(({ id }) => !done.has(id)).map(({ orgId }) => orgId)
      })
    } catch (error) {
      logger.warn({ err: error, orgIds }, 'events could not be worked on together')
      return 'failed'
    }
  }

  /** Works on one event of an org, if one is due. */
  #next(orgId: string, now: Millis): Promise<void> {
    return transaction(async (trx) => {
      const [event] = await lockDueEvents(trx, now, { orgIds: [orgId], ofEach: 1 })
      if (event) await settleOne(trx, event, now)
    })
  }
}

/** An event that says something; `settleOne` finds out what is wrong with any other. */
function readable(due: Due): QueuedEvent[] {
  try {
    const { normal } = readDue(due)
    return normal ? [{ ...due, event: normal }] : []
  } catch {
    return []
  }
}

function readDue({ id, provider, body }: Due) {
  const sent = parseJson(openSecret(body, `processor_events.body:${id}`), bodies.json) as Loose
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

/** One event in a savepoint: what it did stands or falls as a whole, and the row is held until its failure is written. */
async function settleOne(trx: Trx, event: Due, now: Millis) {
  await rows(trx, 'savepoint event')
  try {
    const result = await work(trx, event, now)
    await rows(trx, 'release savepoint event')
    await write(trx, event.id, { state: result.state, tries: event.tries + 1, due: null }, result, now)
  } catch (error) {
    await rows(trx, 'rollback to savepoint event')
    const tries = event.tries + 1
    const due = nextTry(tries, now)
    logger.warn({ err: error, eventId: event.id, tries }, 'an event of a processor could not be worked on')
    const message = error instanceof Refusal ? error.message : 'It could not be worked on: see the log'
    await write(
      trx,
      event.id,
      { state: due ? 'queued' : 'failed', tries, due },
      { result: message, orderId: null },
      now
    )
  }
}

async function work(trx: Trx, due: Due, now: Millis): Promise<EventResult> {
  const { normal, type } = readDue(due)
  if (!normal) return ignored(`Nothing follows from ${type}`)
  return applyEvent(trx, { id: due.processorId, orgId: due.orgId }, normal, now, due.id)
}

type Next = { state: string; tries: number; due: Millis | null }

function write(
  trx: Trx,
  id: string,
  { state, tries, due }: Next,
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
