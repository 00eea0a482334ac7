import { inject } from '@adonisjs/core'
import Refusal from '#kernel/refusals/refusal'
import { guessedCodeMail } from '#kernel/mail/texts'
import { countAttempt, forgetAttempts, fromNetwork, mayAttempt } from '#kernel/limits/attempt_limits'
import { recordAccountAudit } from '#kernel/audit/audit'
import { changedRows, firstRow } from '#kernel/database/sql'
import { hashSecret } from '#kernel/secrets/tokens'
import { transaction } from '#kernel/database/unit_of_work'
import { holdConnection } from './hold_connection.js'
import IssueSession, {
  BOUND_COLUMNS,
  newFamily,
  ssoOf,
  type BoundRow,
  type SigningIn,
} from './issue_session.js'
import { lockUser } from './lock_user.js'
import type { LoginResult } from './sign_in.js'
import SpendCode, { isTotpCode } from './spend_code.js'
import { CHALLENGE_TRIES } from './start_challenge.js'
import WarnUser from './warn_user.js'

type Tried = { id: string; userId: string; email: string; emailVerified: boolean } & BoundRow

const refused = () =>
  new Refusal('UNAUTHORIZED', {
    message: 'The code is wrong, has expired or was already used: try the current one',
  })

/**
 * POST /v1/auth/totp/verify-login: the second step of a login.
 * @throws Refusal UNAUTHORIZED if the code is wrong or used, or if the challenge is used, too old or was tried too
 *   often; RATE_LIMITED per user (contract#second-factor).
 */
@inject()
export default class AnswerChallenge {
  constructor(
    protected issueSession: IssueSession,
    protected spendCode: SpendCode,
    protected warnUser: WarnUser
  ) {}

  async execute(
    challengeToken: string,
    code: string,
    client: SigningIn,
    now = Date.now()
  ): Promise<LoginResult> {
    const { ip, requestId = null } = client
    const challenge = await this.#countTry(challengeToken, now)
    const { userId, email, emailVerified } = challenge
    const counted = await this.#countCode(challenge, code, ip)
    const tokens = await transaction(async (trx) => {
      const { ssoConnectionId } = challenge
      if (ssoConnectionId !== null && !(await holdConnection(trx, ssoConnectionId))) throw refused()
      await lockUser(trx, userId)
      const spent = await changedRows(
        trx,
        `update login_challenges set used_at = ? where id = ? and used_at is null`,
        [new Date(now), challenge.id]
      )
      if (spent === 0 || !(await this.spendCode.execute(trx, userId, code, now))) throw refused()
      await recordAccountAudit(trx, { ip, requestId }, userId, 'signed_in', now, { secondFactor: true })
      const family = newFamily(ssoOf(challenge), now)
      return this.issueSession.execute(trx, userId, { family, client }, now)
    })
    await forgetAttempts('totp', counted)
    return { user: { id: userId, email, emailVerified }, tokens }
  }

  /**
   * There are few possible app codes, so tries count per user, from any network. An attacker who has only the password
   * can use up these tries. Then a backup code still works: backup codes are too many to guess, so their tries count
   * per user and network.
   */
  async #countCode({ userId, email }: Tried, code: string, ip: string): Promise<string> {
    if (!isTotpCode(code)) {
      const subject = fromNetwork(ip, `backup ${userId}`)
      await countAttempt('totp', subject)
      return subject
    }
    const subject = codesOfLogin(userId)
    if (await mayAttempt('totp', subject)) return subject
    await this.warnUser.execute({ id: userId, email }, 'code', guessedCodeMail())
    throw new Refusal('RATE_LIMITED', {
      message: 'Too many codes for this account: use a backup code, or reset the password by mail',
      retryAfter: 900,
    })
  }

  /** Counts the try before the code is checked, in a separate transaction: a refusal must not roll the count back. */
  async #countTry(challengeToken: string, now: number): Promise<Tried> {
    const tried = await transaction((trx) =>
      firstRow<Tried>(
        trx,
        `update login_challenges c set tries = c.tries + 1 from users u
         where u.id = c.user_id and c.token_hash = ? and c.used_at is null and c.expires_at > ? and c.tries < ?
           and not exists (select from orgs o where o.id = c.sso_org_id and o.suspended_at is not null)
         returning c.id, c.user_id as "userId", u.email, u.email_verified_at is not null as "emailVerified",
           ${BOUND_COLUMNS}`,
        [hashSecret(challengeToken), new Date(now), CHALLENGE_TRIES]
      )
    )
    if (!tried) throw refused()
    return tried
  }
}

/** The subject under which app codes at sign-in are counted. A new password resets the count. */
export const codesOfLogin = (userId: string) => `login ${userId}`
