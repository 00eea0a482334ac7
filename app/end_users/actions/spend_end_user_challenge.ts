import db from '@adonisjs/lucid/services/db'
import { changedRows, firstRow, millis, rows } from '#kernel/database/sql'
import { apart, type Trx } from '#kernel/database/unit_of_work'
import { sameDigest } from '#kernel/secrets/mailed_code'
import { hashSecret, hashShortCode } from '#kernel/secrets/tokens'
import { plainEmail } from '#kernel/text/email'
import type { Millis } from '#kernel/time/millis'
import { CODE_TRIES, type ChallengePurpose } from '#end_users/rules/challenge'
import { notProved } from '#end_users/rules/not_proved'

/** A stored challenge. */
export type KnownChallenge = {
  id: string
  orgId: string
  endUserId: string | null
  purpose: ChallengePurpose
  email: string | null
  productId: string | null
  usedAt: Millis | null
  expiresAt: Millis
}

const COLUMNS = `id, org_id as "orgId", end_user_id as "endUserId", purpose, email, product_id as "productId",
  ${millis('used_at', 'usedAt')}, ${millis('expires_at', 'expiresAt')}`

/**
 * Answers challenges in three steps (contract/09-end-users#92-getting-in): find one by its token, prove its code, and
 * spend it in the transaction of the action it allows. The code and the link share one row, so using either of them
 * spends both.
 */
export default class SpendEndUserChallenge {
  /** Finds the challenge of a `challengeToken`, even a spent or expired one; null for an unknown token. */
  ofToken(challengeToken: string): Promise<KnownChallenge | null> {
    return find('token_hash', challengeToken)
  }

  /**
   * Finds the challenge of the token in a link, even a spent or expired one. Tries are not counted, because the token
   * has 256 bits.
   */
  ofLink(token: string): Promise<KnownChallenge | null> {
    return find('link_hash', token)
  }

  /**
   * Checks the code of a challenge. The try is counted before the check, in a separate transaction, so that a refusal
   * cannot undo the count.
   * @throws Refusal UNAUTHORIZED for a wrong code, and for a challenge that is spent, expired or has no tries left.
   */
  async proveCode(challenge: KnownChallenge, code: string, now: Millis) {
    const tried = await apart((trx) =>
      firstRow<{ codeHmac: string }>(
        trx,
        `update end_user_challenges set tries = tries + 1
         where org_id = ? and id = ? and used_at is null and expires_at > ? and tries < ? and code_hmac is not null
         returning code_hmac as "codeHmac"`,
        [challenge.orgId, challenge.id, new Date(now), CODE_TRIES]
      )
    )
    if (!tried || !sameDigest(tried.codeHmac, hashShortCode(challenge.id, code))) throw notProved()
  }

  /** Locks a challenge that is spent later in the transaction, because challenges are locked before their end users. */
  async hold(trx: Trx, { id, orgId }: KnownChallenge) {
    await rows(trx, `select id from end_user_challenges where org_id = ? and id = ? for update`, [orgId, id])
  }

  /**
   * Spends a proved challenge. If several calls use it at once, exactly one succeeds.
   * @throws Refusal UNAUTHORIZED if it is spent or expired.
   */
  async spend(trx: Trx, { id, orgId }: KnownChallenge, now: Millis) {
    const spent = await changedRows(
      trx,
      `update end_user_challenges set used_at = ?
       where org_id = ? and id = ? and used_at is null and expires_at > ?`,
      [new Date(now), orgId, id, new Date(now)]
    )
    if (spent === 0) throw notProved()
  }

  /**
   * Links a spent challenge to the end user who signed in with it, so that an erasure finds it even if their address
   * has changed by then.
   */
  async attribute(trx: Trx, { id, orgId }: KnownChallenge, endUserId: string) {
    const sql = `update end_user_challenges set end_user_id = ? where org_id = ? and id = ?`
    await rows(trx, sql, [endUserId, orgId, id])
  }
}

/**
 * Finds a challenge by one of its secrets. A mail from before an update may name an address as an earlier version stored
 * it; proved in that spelling, it would make another end user, whom no later sign-in finds.
 */
async function find(column: 'token_hash' | 'link_hash', secret: string): Promise<KnownChallenge | null> {
  const found = await firstRow<KnownChallenge>(
    db.connection(),
    `select ${COLUMNS} from end_user_challenges where ${column} = ?`,
    [hashSecret(secret)]
  )
  return found && { ...found, email: found.email && plainEmail(found.email) }
}
