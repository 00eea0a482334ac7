import logger from '@adonisjs/core/services/logger'
import { MailResponse } from '@adonisjs/mail'
import type { MailTransportContract, NodeMailerMessage } from '@adonisjs/mail/types'

/**
 * Writes mail to the log, secrets and all: for deployments without an SMTP server (contract 2). A warning, so
 * that it is seen at the levels that people run with.
 */
export default class LogTransport implements MailTransportContract {
  async send({ to, subject, text }: NodeMailerMessage): Promise<MailResponse<null>> {
    logger.warn({ to, subject, text }, 'mail that no SMTP server is configured for')
    return new MailResponse('log', { from: false, to: [] }, null)
  }
}
