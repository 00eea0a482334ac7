import { inject } from '@adonisjs/core'
import IssueSession, { newFamily, type Client } from '#accounts/actions/issue_session'
import { assertEnabled, lockUser } from '#accounts/actions/lock_user'
import type { LoginResult } from '#accounts/actions/sign_in'
import { codeRefused, spendSignInCode } from '#accounts/actions/spend_sign_in_code'
import StartChallenge, { type Challenge } from '#accounts/actions/start_challenge'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import { transaction } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import { assertNotSuspended } from '#orgs/actions/lock_team'
import { findMember } from '#orgs/queries/list_members'
import FindConnection from '#sso/queries/find_connection'
import { holdSignIn } from '#sso/store/hold_sign_in'

type Spent = { connectionId: string; userId: string; codeChallenge: string }

const SPEND = `delete from sso_codes where code_hash = ? and expires_at > ?
  returning connection_id as "connectionId", user_id as "userId", code_challenge as "codeChallenge"`

/**
 * Exchanges the code of an SSO sign-in for a session that can access only its org. The verifier ties the code to the
 * browser that started the sign-in (contract/13-sso#132-signing-in).
 */
@inject()
export default class ExchangeCode {
  constructor(
    protected find: FindConnection,
    protected issueSession: IssueSession,
    protected startChallenge: StartChallenge
  ) {}

  /** @throws Refusal UNAUTHORIZED for an invalid code; FORBIDDEN for a disabled user and for a suspended org */
  async execute(
    code: string,
    verifier: string,
    origin: Origin,
    client: Client,
    now: Millis = Date.now()
  ): Promise<LoginResult | Challenge> {
    const { connectionId, userId } = await spendSignInCode<Spent>(SPEND, code, verifier, now)
    return transaction(async (trx) => {
      if (!(await holdSignIn(trx, connectionId, userId))) throw codeRefused()
      const user = await lockUser(trx, userId)
      const connection = await this.find.usable(connectionId, trx)
      if (!user || !connection || !(await findMember(trx, connection.orgId, userId))) throw codeRefused()
      assertEnabled(user)
      const { orgId, settings } = connection
      await assertNotSuspended(trx, orgId)
      const endsAt = new Date(now + settings.sessionHours * 3_600_000)
      const sso = { orgId, connectionId, endsAt }
      const { email, emailVerified } = user
      if (user.secondFactor) return this.startChallenge.execute(trx, { id: userId, email }, now, sso)
      const by = { ...origin, actor: { type: 'user' as const, id: userId } }
      const entry = { orgId, action: 'user.signed_in', subject: userId, data: { sso: true } }
      await recordAudit(trx, by, entry, now)
      const tokens = await this.issueSession.execute(
        trx,
        userId,
        { family: newFamily(sso, now), client },
        now
      )
      return { user: { id: userId, email, emailVerified }, tokens }
    })
  }
}
