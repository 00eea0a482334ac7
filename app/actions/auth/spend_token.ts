import Refusal from '#exceptions/refusal'
import { firstRow } from '#services/sql'
import { hashSecret } from '#services/tokens'
import type { Trx } from '#services/unit_of_work'
import { lockUser } from './lock_user.js'
import type { TokenPurpose } from './mail_token.js'

/**
 * Uses a mailed token up; returns whose it is, and leaves him locked. Errors: UNAUTHORIZED for one that is unknown, old
 * or used.
 */
export default class SpendToken {
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
    if (!spent) {
      throw new Refusal('UNAUTHORIZED', {
        message: 'This link was used already or is too old: ask for another',
      })
    }
    return spent.userId
  }
}
