import { defineConfig, transports } from '@adonisjs/mail'
import type { InferMailers } from '@adonisjs/mail/types'
import env from '#start/env'
import LogTransport from '#services/log_transport'

const host = env.get('SMTP_HOST')
const username = env.get('SMTP_USERNAME')
const secure = env.get('SMTP_SECURE') ?? false

/** Mail goes to the SMTP server, or to the log where none is configured (contract 2). */
const mailConfig = defineConfig({
  default: host ? 'smtp' : 'log',
  from: { address: env.get('SMTP_FROM') ?? 'latchkey@localhost', name: 'Latchkey' },
  mailers: {
    log: () => new LogTransport(),
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
