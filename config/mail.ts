import env from '#start/env'

const host = env.get('SMTP_HOST')
const username = env.get('SMTP_USERNAME')
const secure = env.get('SMTP_SECURE')
const toLog = env.get('MAIL_TO_LOG')

/**
 * Where mail goes: to the SMTP server; without one to the log, tokens and all, but in production only where
 * MAIL_TO_LOG asks for it; else nowhere, and it waits. It is an object that can be written to, so that a test can
 * change it for its own duration.
 */
export const mailDelivery: { way: 'smtp' | 'log' | 'none' } = { way: host ? 'smtp' : toLog ? 'log' : 'none' }

/** Whom mail comes from. */
export const sender = { address: env.get('SMTP_FROM'), name: 'Latchkey' }

/** The mail server. Times are in milliseconds. */
export const smtp = {
  host: host ?? 'localhost',
  port: env.get('SMTP_PORT'),
  secure,
  // With a password to send, a server without STARTTLS is a fault, or somebody who listens in.
  requireTLS: !secure && (env.get('SMTP_REQUIRE_TLS') ?? username !== undefined),
  connectionTimeout: 5000,
  greetingTimeout: 5000,
  socketTimeout: 10_000,
  ...(username
    ? { auth: { type: 'login' as const, user: username, pass: env.get('SMTP_PASSWORD')?.release() ?? '' } }
    : {}),
}
