import logger from '@adonisjs/core/services/logger'
import { MailResponse } from '@adonisjs/mail'
import type { MailTransportContract, NodeMailerMessage } from '@adonisjs/mail/types'

/** Writes mail to the log, links and all: for deployments without an SMTP server (contract 2). */
export default class LogTransport implements MailTransportContract {
  async send({ to, subject, text }: NodeMailerMessage): Promise<MailResponse<null>> {
    logger.info({ to, subject, text }, 'mail')
    return new MailResponse('log', { from: false, to: [] }, null)
  }
}
