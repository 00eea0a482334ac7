import db from '@adonisjs/lucid/services/db'
import logger from '@adonisjs/core/services/logger'
import { parseJson } from '#kernel/json/json'
import { mailRetryDelay } from './retry.js'
import { refusedForGood, sendMail, SEND_TIMEOUT, type Mail } from './mails.js'
import { openSecret } from '#kernel/secrets/secrets'
import { firstRow, rows } from '#kernel/database/sql'

type DueMail = { id: string; sealedContent: string; attempts: number }

/** If a worker dies, its mail is due again after this time, in milliseconds. It is longer than any attempt takes. */
const CLAIM_MS = 2 * SEND_TIMEOUT

/**
 * Sends every mail that is due, one at a time. It claims a mail by moving its due time forward, so any number of
 * workers share the work and no transaction waits for a mail server. A sent mail is deleted; a failed mail is tried
 * again later.
 */
export default class SendDueMails {
  async execute(signal: AbortSignal) {
    while (!signal.aborted) {
      const mail = await this.#claim(Date.now())
      if (!mail) return
      await this.#send(mail)
    }
  }

  #claim(now: number): Promise<DueMail | null> {
    return firstRow<DueMail>(
      db.connection(),
      `update mails set attempts = attempts + 1, due_at = ?
       where id = (select id from mails where due_at <= ? order by due_at limit 1 for update skip locked)
       returning id, sealed_content as "sealedContent", attempts`,
      [new Date(now + CLAIM_MS), new Date(now)]
    )
  }

  async #send({ id, sealedContent, attempts }: DueMail) {
    try {
      await sendMail(id, parseJson(openSecret(sealedContent, `mails.sealed_content:${id}`)) as Mail)
      await this.#delete(id)
    } catch (error) {
      const delay = mailRetryDelay(attempts, refusedForGood(error))
      logger.warn({ err: error, mailId: id, attempts, givenUp: delay === null }, 'mail not sent')
      if (delay === null) return this.#delete(id)
      await rows(db.connection(), 'update mails set due_at = ? where id = ?', [
        new Date(Date.now() + delay),
        id,
      ])
    }
  }

  async #delete(id: string) {
    await rows(db.connection(), 'delete from mails where id = ?', [id])
  }
}
