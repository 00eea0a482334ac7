import env from '#start/env'

const host = env.get('SMTP_HOST')
const username = env.get('SMTP_USERNAME')
const secure = env.get('SMTP_SECURE')
const toLog = env.get('MAIL_TO_LOG')

/**
 * How mail is delivered: through the SMTP server if one is set; else to the log, tokens included, if MAIL_TO_LOG is
 * on (in production it is off by default); else not at all, and mail waits. The object is mutable, so that a test can
 * change it temporarily.
 */
export const mailDelivery: { way: 'smtp' | 'log' | 'none' } = { way: host ? 'smtp' : toLog ? 'log' : 'none' }

/** The sender of all mail. */
export const sender = { address: env.get('SMTP_FROM'), name: 'Latchkey' }

/**
 * The mail server. Times are in milliseconds. They are long, because servers make clients wait on purpose, and examine a
 * mail before they confirm it: a client that gives up sooner sends a mail again that has arrived (RFC 5321, 4.5.3.2).
 */
export const smtp = {
  host: host ?? 'localhost',
  port: env.get('SMTP_PORT'),
  secure,
  // If a password is sent, a server without STARTTLS is misconfigured, or the connection is intercepted.
  requireTLS: !secure && (env.get('SMTP_REQUIRE_TLS') ?? username !== undefined),
  connectionTimeout: 5000,
  greetingTimeout: 30_000,
  socketTimeout: 300_000,
  ...(username
    ? { auth: { type: 'login' as const, user: username, pass: env.get('SMTP_PASSWORD')?.release() ?? '' } }
    : {}),
}
