import { defineConfig, transports } from '@adonisjs/mail'
import type { InferMailers } from '@adonisjs/mail/types'
import env from '#start/env'
import { LogTransport, MissingTransport } from '#services/mail_transports'

const host = env.get('SMTP_HOST')
const username = env.get('SMTP_USERNAME')
const secure = env.get('SMTP_SECURE') ?? false
const toLog = env.get('MAIL_TO_LOG') ?? env.get('NODE_ENV') !== 'production'

/**
 * Where mail goes: to the SMTP server; without one to the log, tokens and all, but in production only where
 * MAIL_TO_LOG asks for it; else nowhere, and it waits. It is an object that can be written to, so that a test can
 * change it for its own duration.
 */
export const mailDelivery: { way: 'smtp' | 'log' | 'none' } = { way: host ? 'smtp' : toLog ? 'log' : 'none' }

const mailConfig = defineConfig({
  default: mailDelivery.way,
  from: { address: env.get('SMTP_FROM') ?? 'latchkey@localhost', name: 'Latchkey' },
  mailers: {
    log: () => new LogTransport(),
    none: () => new MissingTransport(),
    smtp: transports.smtp({
      host: host ?? 'localhost',
      port: env.get('SMTP_PORT') ?? 587,
      secure,
      // With a password to send, a server without STARTTLS is a fault, or somebody who listens in.
      requireTLS: !secure && (env.get('SMTP_REQUIRE_TLS') ?? username !== undefined),
      connectionTimeout: 5000,
      greetingTimeout: 5000,
      socketTimeout: 10_000,
      ...(username
        ? { auth: { type: 'login', user: username, pass: env.get('SMTP_PASSWORD')?.release() ?? '' } }
        : {}),
    }),
  },
})

export default mailConfig

declare module '@adonisjs/mail/types' {
  export interface MailersList extends InferMailers<typeof mailConfig> {}
}
