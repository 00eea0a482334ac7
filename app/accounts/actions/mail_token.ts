import { appUrl, consoleUrl } from '#config/app'
import { resetPasswordMail, verifyEmailMail } from '#kernel/mail/texts'
import { newId } from '#kernel/secrets/ids'
import { recordMail } from '#kernel/mail/mails'
import { rows } from '#kernel/database/sql'
import { hashSecret, newSecret } from '#kernel/secrets/tokens'
import type { Trx } from '#kernel/database/unit_of_work'

const PURPOSES = {
  'verify-email': { ttl: 7 * 24 * 3600 * 1000, compose: verifyEmailMail },
  'reset-password': { ttl: 3600 * 1000, compose: resetPasswordMail },
} as const

export type TokenPurpose = keyof typeof PURPOSES

/** Mails a user a single-use token. Only its hash is stored. */
export default class MailToken {
  async execute(trx: Trx, user: { id: string; email: string }, purpose: TokenPurpose, now: number) {
    const { ttl, compose } = PURPOSES[purpose]
    const token = newSecret()
    await rows(
      trx,
      `insert into mailed_tokens (id, user_id, purpose, token_hash, created_at, expires_at)
       values (?, ?, ?, ?, ?, ?)`,
      [newId(), user.id, purpose, hashSecret(token), new Date(now), new Date(now + ttl)]
    )
    await recordMail(
      trx,
      { to: user.email, ...compose({ service: appUrl, console: consoleUrl }, token) },
      now
    )
  }
}
