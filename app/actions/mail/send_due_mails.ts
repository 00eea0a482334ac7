import logger from '@adonisjs/core/services/logger'
import { mailRetryDelay } from '#domain/mail/retry'
import { sendMail } from '#services/mails'
import { openSecret } from '#services/secrets'
import { firstRow, rows } from '#services/sql'
import { transaction, type Trx } from '#services/unit_of_work'

type DueMail = { id: string; sealedContent: string; attempts: number }

/**
 * Sends every mail that is due, one at a time, each held by a row lock while it is sent: any number of workers
 * share the work. A mail that was handed over is deleted; one that fails is tried again later.
 */
export default class SendDueMails {
  async execute(signal: AbortSignal) {
    while (!signal.aborted && (await transaction((trx) => this.#sendOne(trx)))) continue
  }

  async #sendOne(trx: Trx): Promise<boolean> {
    const mail = await firstRow<DueMail>(
      trx,
      `select id, sealed_content as "sealedContent", attempts from mails where due_at <= ?
       order by due_at limit 1 for update skip locked`,
      [new Date()]
    )
    if (!mail) return false
    try {
      await sendMail(JSON.parse(openSecret(mail.sealedContent)))
      await rows(trx, 'delete from mails where id = ?', [mail.id])
    } catch (error) {
      await this.#postpone(trx, mail, error)
    }
    return true
  }

  async #postpone(trx: Trx, { id, attempts }: DueMail, error: unknown) {
    const delay = mailRetryDelay(attempts + 1)
    logger.warn({ err: error, mailId: id, attempts: attempts + 1 }, 'mail not sent')
    if (delay === null) return void (await rows(trx, 'delete from mails where id = ?', [id]))
    await rows(trx, 'update mails set attempts = attempts + 1, due_at = ? where id = ?', [
      new Date(Date.now() + delay),
      id,
    ])
  }
}
