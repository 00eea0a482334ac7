import Refusal from '#kernel/refusals/refusal'
import db from '@adonisjs/lucid/services/db'
import { firstRow } from '#kernel/database/sql'
import { hashSecret } from '#kernel/secrets/tokens'
import type { Trx } from '#kernel/database/unit_of_work'
import { lockUser } from './lock_user.js'
import type { TokenPurpose } from './mail_token.js'

/**
 * Uses up a mailed token. Returns the id of its user, who is locked.
 * @throws Refusal UNAUTHORIZED if the token is unknown, expired or used.
 */
export default class SpendToken {
  /** Returns the user of a token that can still be used, and changes nothing. @throws Refusal UNAUTHORIZED */
  async ownerOf(
    token: string,
    purpose: TokenPurpose,
    now: number
  ): Promise<{ userId: string; email: string }> {
    const owner = await firstRow<{ userId: string; email: string }>(
      db.connection(),
      `select u.id as "userId", u.email from mailed_tokens t join users u on u.id = t.user_id
       where t.token_hash = ? and t.purpose = ? and t.used_at is null and t.expires_at > ?`,
      [hashSecret(token), purpose, new Date(now)]
    )
    if (!owner) throw dead()
    return owner
  }

  async execute(trx: Trx, token: string, purpose: TokenPurpose, now: number): Promise<string> {
    const named = await firstRow<{ userId: string }>(
      trx,
      `select user_id as "userId" from mailed_tokens where token_hash = ?`,
      [hashSecret(token)]
    )
    if (named) await lockUser(trx, named.userId)
    const spent = await firstRow<{ userId: string }>(
      trx,
      `update mailed_tokens set used_at = ?
       where token_hash = ? and purpose = ? and used_at is null and expires_at > ?
       returning user_id as "userId"`,
      [new Date(now), hashSecret(token), purpose, new Date(now)]
    )
    if (!spent) throw dead()
    return spent.userId
  }
}

const dead = () =>
  new Refusal('UNAUTHORIZED', { message: 'This token has expired or was already used: request a new mail' })
