import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import { MailResponse } from '@adonisjs/mail'
import type { MailTransportContract, NodeMailerMessage } from '@adonisjs/mail/types'

/**
 * Writes mail to the log, including secrets. For deployments without an SMTP server (contract#accounts,
 * contract/01-changes#meaning). It logs warnings, so that they appear at the usual log levels. In production the mail
 * is logged as fields for programs, elsewhere as readable lines.
 */
export class LogTransport implements MailTransportContract {
  async send({ to, subject, text }: NodeMailerMessage): Promise<MailResponse<null>> {
    const what = 'mail that no SMTP server is configured for'
    if (app.inProduction) logger.warn({ to, subject, text }, what)
    else logger.warn(`${what}\n\n${readable({ to, subject, text })}`)
    return new MailResponse('log', { from: false, to: [] }, null)
  }
}

function readable({ to, subject, text }: Pick<NodeMailerMessage, 'to' | 'subject' | 'text'>): string {
  const [to1] = [to].flat()
  const address = typeof to1 === 'string' ? to1 : (to1?.address ?? '')
  const lines = [`To: ${address}`, `Subject: ${subject}`, '', ...String(text).split('\n')]
  return lines.map((line) => (line === '' ? '' : `    ${line}`)).join('\n')
}

/**
 * The transport of a production deployment without a mail server.
 * @throws always, so that the mail waits.
 */
export class MissingTransport implements MailTransportContract {
  async send(): Promise<MailResponse<null>> {
    throw new Error(
      'No mail server is configured: set SMTP_HOST, or MAIL_TO_LOG=true to have mail with its secrets in the log'
    )
  }
}
