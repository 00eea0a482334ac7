import { setTimeout as delay } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import logger from '@adonisjs/core/services/logger'
import { parseJson } from '#kernel/json/json'
import type { JobResult } from '#kernel/queues/catalog'
import { mailRetryDelay } from './retry.js'
import { callMailWorker, refusedForGood, sendMail, type Mail } from './mails.js'
import { SendLanes, type SendLane } from './send_lanes.js'
import { openSecret } from '#kernel/secrets/secrets'
import { firstRow, rows } from '#kernel/database/sql'

/** `attempts` is also the token of the claim: each claim counts one more. `hasFollowers` if others were due too. */
type DueMail = { id: string; sealedContent: string; attempts: number; hasFollowers: boolean }
type Outcome = 'sent' | 'unknown' | { error: unknown }

/**
 * Lease of a claim, and the time between two renewals, in milliseconds. If a worker dies, its mail is due again after the
 * lease. A mail server may take minutes to answer.
 */
const LEASE = 15_000
const RENEWAL = 3_000

/**
 * How long a job claims mails, in milliseconds. A worker that must stop begins no further job, so most of its time is left
 * for the attempts that it has begun.
 */
const SLICE = 2_000

/**
 * How long a mail keeps others out of its lane. Milliseconds. A server may make a client wait for minutes because of one
 * recipient, and three such mails would hold up all others.
 */
const SLOW = 10_000

/** Mail servers accept only a few connections of a client, some of them three. */
const lanes = new SendLanes(3)

/**
 * Sends the mails that are due, one at a time. It claims a mail by moving its due time forward, so any number of workers
 * share the work and no transaction waits for a mail server. A sent mail is deleted; a failed mail is tried again later.
 * All due times are of the clock of the database, because the clocks of two machines may differ by more than a lease.
 */
export default class SendDueMails {
  async execute(signal: AbortSignal): Promise<JobResult> {
    const lane = lanes.enter()
    if (!lane) return
    try {
      const until = performance.now() + SLICE
      let isFirst = true
      while (!lane.isLeft && !signal.aborted && performance.now() < until) {
        const mail = await this.#claim()
        if (!mail) return lane.leave() ? { again: true } : undefined
        // Mails that become due together, after an outage of their server for example, have one call for all of them.
        if (isFirst && mail.hasFollowers && lanes.hasFree) await callAnother()
        isFirst = false
        await this.#sendIn(lane, mail, signal)
      }
      return { again: true }
    } finally {
      lane.leave()
    }
  }

  async #sendIn(lane: SendLane, mail: DueMail, signal: AbortSignal) {
    const timer = setTimeout(() => void letOthersPass(lane), SLOW)
    try {
      await this.#settle(mail, await this.#outcome(mail, signal))
    } finally {
      clearTimeout(timer)
    }
  }

  #claim(): Promise<DueMail | null> {
    return firstRow<DueMail>(
      db.connection(),
      `update mails set attempts = attempts + 1, due_at = now() + ?::int * interval '1 millisecond'
       where id = (select id from mails where due_at <= now() order by due_at limit 1 for update skip locked)
       returning id, sealed_content as "sealedContent", attempts,
         exists (select from mails where due_at <= now() offset 1) as "hasFollowers"`,
      [LEASE]
    )
  }

  /** Makes an attempt, and renews the claim as long as it takes. The outcome is unknown if the worker must stop before. */
  async #outcome(mail: DueMail, signal: AbortSignal): Promise<Outcome> {
    const ended = new AbortController()
    const either = AbortSignal.any([signal, ended.signal])
    const attempt = attemptOf(mail)
    try {
      for (;;) {
        const pause = delay(RENEWAL, null, { signal: either }).catch(() => null)
        const outcome = await Promise.race([attempt, pause])
        if (outcome) return outcome
        if (signal.aborted) return 'unknown'
        await this.#renew(mail)
      }
    } finally {
      ended.abort()
    }
  }

  async #renew(mail: DueMail) {
    await this.#dueIn(LEASE, mail).catch((error) => {
      logger.warn({ err: error, mailId: mail.id }, 'the claim of a mail could not be renewed')
    })
  }

  async #settle(mail: DueMail, outcome: Outcome) {
    const { id, attempts } = mail
    if (outcome === 'sent') return rows(db.connection(), 'delete from mails where id = ?', [id])
    if (outcome === 'unknown') {
      logger.warn({ mailId: id, attempts }, 'mail not confirmed before the worker stopped: it is sent again')
      return this.#dueIn(0, mail)
    }
    const wait = mailRetryDelay(attempts, refusedForGood(outcome.error))
    logger.warn({ err: outcome.error, mailId: id, attempts, givenUp: wait === null }, 'mail not sent')
    if (wait !== null) return this.#dueIn(wait, mail)
    return rows(db.connection(), 'delete from mails where id = ? and attempts = ?', [id, attempts])
  }

  /** Does nothing if another worker has claimed the mail since. */
  #dueIn(ms: number, { id, attempts }: DueMail) {
    const sql = `update mails set due_at = now() + ?::int * interval '1 millisecond' where id = ? and attempts = ?`
    return rows(db.connection(), sql, [ms, id, attempts])
  }
}

async function letOthersPass(lane: SendLane) {
  lane.leave()
  await callAnother()
}

/** Calls a worker for the mails behind one that is being sent. */
async function callAnother() {
  try {
    await callMailWorker()
  } catch (error) {
    // The schedule calls a worker within half a minute.
    logger.warn({ err: error }, 'no worker was called for the mails behind another')
  }
}

async function attemptOf({ id, sealedContent }: DueMail): Promise<Outcome> {
  try {
    await sendMail(id, parseJson(openSecret(sealedContent, `mails.sealed_content:${id}`)) as Mail)
    return 'sent'
  } catch (error) {
    return { error }
  }
}
