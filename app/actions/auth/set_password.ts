import { inject } from '@adonisjs/core'
import { passwordChangedMail } from '#domain/mail/texts'
import Refusal from '#exceptions/refusal'
import { recordAccountAudit, type Origin } from '#services/audit'
import { countAttempt, forgetAttempts } from '#services/attempt_limits'
import { recordMail } from '#services/mails'
import { hashNewPassword, passwordMatches } from '#services/passwords'
import { rows } from '#services/sql'
import { transaction, type Trx } from '#services/unit_of_work'
import IssueSession, { type TokenPair } from './issue_session.js'
import { lockUser, type LockedUser } from './lock_user.js'
import { revokeSessionsOf } from './revoke_sessions.js'
import SpendToken from './spend_token.js'

/** Gives a user another password and signs out everywhere. Errors: VALIDATION_ERROR, UNAUTHORIZED. */
@inject()
export default class SetPassword {
  constructor(
    protected spendToken: SpendToken,
    protected issueSession: IssueSession
  ) {}

  /** POST /v1/auth/reset-password, with the token of the mail; it proves the address too. */
  async byToken(token: string, password: string, origin: Origin, now = Date.now()) {
    await transaction(async (trx) => {
      const userId = await this.spendToken.execute(trx, token, 'reset-password', now)
      await rows(trx, `update users set email_verified_at = coalesce(email_verified_at, ?) where id = ?`, [
        new Date(now),
        userId,
      ])
      await this.#store(trx, await find(trx, userId), password, 'password', now)
      await recordAccountAudit(trx, origin, userId, 'password_reset', now)
    })
  }

  /** POST /v1/dashboard/me/password; the caller goes on with the new pair of tokens. */
  async byPassword(
    userId: string,
    currentPassword: string,
    newPassword: string,
    origin: Origin,
    now = Date.now()
  ): Promise<TokenPair> {
    await countAttempt('login', `user ${userId}`)
    const tokens = await transaction(async (trx) => {
      const owner = await find(trx, userId)
      if (!(await passwordMatches(owner.passwordHash, currentPassword))) {
        throw new Refusal('UNAUTHORIZED', { message: 'The current password is wrong' })
      }
      await this.#store(trx, owner, newPassword, 'newPassword', now)
      await recordAccountAudit(trx, origin, userId, 'password_changed', now)
      return this.issueSession.execute(trx, userId, undefined, now)
    })
    await forgetAttempts('login', `user ${userId}`)
    return tokens
  }

  async #store(trx: Trx, owner: LockedUser, password: string, field: string, now: number) {
    const passwordHash = await hashNewPassword(password, owner.email, field)
    await rows(trx, `update users set password_hash = ?, updated_at = ? where id = ?`, [
      passwordHash,
      new Date(now),
      owner.id,
    ])
    await rows(
      trx,
      `update mailed_tokens set used_at = ? where user_id = ? and used_at is null and purpose = ?`,
      [new Date(now), owner.id, 'reset-password']
    )
    await rows(trx, `delete from login_challenges where user_id = ?`, [owner.id])
    await revokeSessionsOf(trx, owner.id, now)
    await recordMail(trx, { to: owner.email, ...passwordChangedMail() }, now)
  }
}

async function find(trx: Trx, userId: string): Promise<LockedUser> {
  const owner = await lockUser(trx, userId)
  if (!owner) throw new Refusal('USER_NOT_FOUND')
  return owner
}
