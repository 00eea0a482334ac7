import { inject } from '@adonisjs/core'
import { recordAccountAudit, type Origin } from '#kernel/audit/audit'
import { transaction } from '#kernel/database/unit_of_work'
import IssueSession, { type Client } from './issue_session.js'
import { assertEnabled, lockUser } from './lock_user.js'
import type { LoginResult } from './sign_in.js'
import { codeRefused, spendSignInCode } from './spend_sign_in_code.js'
import StartChallenge, { type Challenge } from './start_challenge.js'

type Spent = { userId: string; provider: string; codeChallenge: string }

const SPEND = `delete from sign_in_codes where code_hash = ? and expires_at > ?
  returning user_id as "userId", provider, code_challenge as "codeChallenge"`

/**
 * POST /v1/auth/oauth/exchange: exchanges the code of a sign-in with a linked account for a session, or for a
 * challenge if the second factor is on. The verifier binds the code to the browser that started.
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
    const { userId, provider } = await spendSignInCode<Spent>(SPEND, code, verifier, now)
    return transaction(async (trx) => {
      const user = await lockUser(trx, userId)
      if (!user) throw codeRefused()
      assertEnabled(user)
      const { email, emailVerified } = user
      if (user.secondFactor) return this.startChallenge.execute(trx, { id: userId, email }, now)
      await recordAccountAudit(trx, origin, userId, 'signed_in', now, { provider })
      const tokens = await this.issueSession.execute(trx, userId, { client }, now)
      return { user: { id: userId, email, emailVerified }, tokens }
    })
  }
}
