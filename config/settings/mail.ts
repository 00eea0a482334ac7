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
    says: '`true` for TLS from the first byte (port 465); otherwise STARTTLS is used where it is offered.',
  }),
  SMTP_REQUIRE_TLS: setting(schema.boolean(), {
    unset: '`true` with `SMTP_USERNAME`',
    says: 'Nothing is sent to a server without STARTTLS.',
  }),
  SMTP_USERNAME: setting(word, { unset: 'none', says: 'The account at the mail server.' }),
  SMTP_PASSWORD: setting(schema.secret(), {
    unset: 'none',
    secret: true,
    says: 'The password of that account.',
  }),
  SMTP_FROM: setting(mailbox, { default: 'latchkey@localhost', says: 'Whom mail comes from.' }),
  MAIL_TO_LOG: setting(schema.boolean(), {
    default: { production: 'false', otherwise: 'true' },
    says: 'Without `SMTP_HOST` mail goes to the log, secrets and all; `false`: it waits up to three days, and `/health` says `degraded`.',
  }),
}
