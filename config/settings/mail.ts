import { Env } from '@adonisjs/core/env'
import { mailbox, port, word } from '../setting_checks.js'
import { setting } from './setting.js'

const { schema } = Env

/** How mail is sent. */
export const mailSettings = {
  SMTP_HOST: setting(word, {
    unset: 'none: see `MAIL_TO_LOG`',
    example: 'smtp.example.com',
    says: 'The mail server.',
  }),
  SMTP_PORT: setting(port, { default: '587', says: 'The port of the mail server.' }),
  SMTP_SECURE: setting(schema.boolean(), {
    default: 'false',
    says: '`true` uses TLS from the start of the connection (port 465). Otherwise STARTTLS is used if the server offers it.',
  }),
  SMTP_REQUIRE_TLS: setting(schema.boolean(), {
    unset: '`true` with `SMTP_USERNAME`',
    says: 'Sends no mail to a server that does not offer STARTTLS.',
  }),
  SMTP_USERNAME: setting(word, { unset: 'none', says: 'The account at the mail server.' }),
  SMTP_PASSWORD: setting(schema.secret(), {
    unset: 'none',
    secret: true,
    says: 'The password of that account.',
  }),
  SMTP_FROM: setting(mailbox, { default: 'latchkey@localhost', says: 'The sender address of all mail.' }),
  MAIL_TO_LOG: setting(schema.boolean(), {
    default: { production: 'false', otherwise: 'true' },
    says: 'If `SMTP_HOST` is not set, mail is written to the log, including its secrets. With `false`, mail waits for up to three days instead, and `/health` reports `degraded`.',
  }),
}
