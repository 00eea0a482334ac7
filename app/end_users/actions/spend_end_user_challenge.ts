import db from '@adonisjs/lucid/services/db'
import { changedRows, firstRow, millis, rows } from '#kernel/database/sql'
import { apart, type Trx } from '#kernel/database/unit_of_work'
import { sameDigest } from '#kernel/secrets/mailed_code'
import { hashSecret, hashShortCode } from '#kernel/secrets/tokens'
import type { Millis } from '#kernel/time/millis'
import { CODE_TRIES, type ChallengePurpose } from '#end_users/rules/challenge'
import { notProved } from '#end_users/rules/not_proved'

/** A challenge as it is stored. */
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
 * Answers challenges, in three steps (contract/09-end-users#92-getting-in): find one by its token, prove its code, and spend
 * it in the transaction of what it was for. The code and the link are of one row, so either of them spends both.
 */
export default class SpendEndUserChallenge {
  /** The challenge of a `challengeToken`, spent and old ones too; null for a token that nobody was given. */
  ofToken(challengeToken: string): Promise<KnownChallenge | null> {
    return firstRow(db.connection(), `select ${COLUMNS} from end_user_challenges where token_hash = ?`, [
      hashSecret(challengeToken),
    ])
  }

  /** The challenge of the token in a link, spent and old ones too. 256 bits need no count of tries. */
  ofLink(token: string): Promise<KnownChallenge | null> {
    return firstRow(db.connection(), `select ${COLUMNS} from end_user_challenges where link_hash = ?`, [
      hashSecret(token),
    ])
  }

  /**
   * Whether this is the code of a challenge. The try is counted before the code is looked at, in a transaction of its own:
   * a refusal must not give it back.
   * @throws Refusal UNAUTHORIZED for a wrong code and for a challenge that is spent, too old or tried too often.
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

  /** Locks a challenge that is spent later in the transaction: challenges are locked before their end users. */
  async hold(trx: Trx, { id, orgId }: KnownChallenge) {
    await rows(trx, `select id from end_user_challenges where org_id = ? and id = ? for update`, [orgId, id])
  }

  /**
   * Spends a proved challenge; of any number of simultaneous uses one does.
   * @throws Refusal UNAUTHORIZED for one that was spent or is too old.
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

  /** Notes who came in by a spent challenge, so that an erasure finds the address in it, whatever theirs is by then. */
  async attribute(trx: Trx, { id, orgId }: KnownChallenge, endUserId: string) {
    const sql = `update end_user_challenges set end_user_id = ? where org_id = ? and id = ?`
    await rows(trx, sql, [endUserId, orgId, id])
  }
}
