import { inject } from '@adonisjs/core'
import { recordAccountAudit, type Origin } from '#kernel/audit/audit'
import { firstRow } from '#kernel/database/sql'
import { apart, transaction } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import { answersChallenge } from '#kernel/secrets/code_challenge'
import { hashSecret } from '#kernel/secrets/tokens'
import IssueSession, { type Client } from './issue_session.js'
import { assertEnabled, lockUser } from './lock_user.js'
import type { LoginResult } from './sign_in.js'
import StartChallenge, { type Challenge } from './start_challenge.js'

const refused = () =>
  new Refusal('UNAUTHORIZED', {
    message: 'The code is wrong, has expired or was already used: sign in again',
  })

/**
 * POST /v1/auth/oauth/exchange: trades the code of a sign-in by a linked account for a session, or for a challenge where
 * the second factor is on. The verifier ties it to the browser that began.
 */
@inject()
export default class TradeSignInCode {
  constructor(
    protected issueSession: IssueSession,
    protected startChallenge: StartChallenge
  ) {}

  /** @throws Refusal UNAUTHORIZED; FORBIDDEN for a disabled user */
  async execute(
    code: string,
    verifier: string,
    origin: Origin,
    client: Client,
    now = Date.now()
  ): Promise<LoginResult | Challenge> {
    const { userId, provider, codeChallenge } = await this.#spend(code, now)
    if (!answersChallenge(verifier, codeChallenge)) throw refused()
    return transaction(async (trx) => {
      const user = await lockUser(trx, userId)
      if (!user) throw refused()
      assertEnabled(user)
      const { email, emailVerified } = user
      if (user.secondFactor) return this.startChallenge.execute(trx, { id: userId, email }, now)
      await recordAccountAudit(trx, origin, userId, 'signed_in', now, { provider })
      const tokens = await this.issueSession.execute(trx, userId, { client }, now)
      return { user: { id: userId, email, emailVerified }, tokens }
    })
  }

  /** Gone with the first try, whatever comes of it. */
  async #spend(code: string, now: number) {
    const spent = await apart((trx) =>
      firstRow<{ userId: string; provider: string; codeChallenge: string }>(
        trx,
        `delete from sign_in_codes where code_hash = ? and expires_at > ?
         returning user_id as "userId", provider, code_challenge as "codeChallenge"`,
        [hashSecret(code), new Date(now)]
      )
    )
    if (!spent) throw refused()
    return spent
  }
}
