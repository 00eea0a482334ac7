import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { passwordChangedMail } from '#kernel/mail/texts'
import Refusal from '#kernel/refusals/refusal'
import { recordAccountAudit, type Origin } from '#kernel/audit/audit'
import type { Actor } from '#kernel/audit/scope'
import { countAttempt, forgetAttempts, fromNetwork } from '#kernel/limits/attempt_limits'
import { recordMail } from '#kernel/mail/mails'
import { hashNewPassword } from '#kernel/secrets/passwords'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { codesOfLogin } from './answer_challenge.js'
import IssueSession, { type Client, type TokenPair } from './issue_session.js'
import { dropBegunLinks, dropLinks } from './hand_over.js'
import { lockUser, type LockedUser } from './lock_user.js'
import ProvePassword from './prove_password.js'
import { revokeSessionsOf } from './revoke_sessions.js'
import SpendToken from './spend_token.js'

/**
 * Changes the password of a user and signs the user out everywhere: all earlier refresh tokens and access tokens end
 * at once, and so do linkings that were begun with them. Passwords are hashed before the transaction, not in it.
 * @throws Refusal VALIDATION_ERROR, UNAUTHORIZED, RATE_LIMITED
 */
@inject()
export default class SetPassword {
  constructor(
    protected spendToken: SpendToken,
    protected issueSession: IssueSession,
    protected provePassword: ProvePassword
  ) {}

  /**
   * POST /v1/auth/reset-password, with the token of the mail. The token also proves the address. Identities that
   * were linked before the address was confirmed are unlinked. The wrong passwords that came from the same network no
   * longer count, so that the new one works at once. `actor` is who does it, if it is not the user.
   */
  async byToken(token: string, password: string, origin: Origin, now = Date.now(), actor?: Actor) {
    const { email, userId } = await this.spendToken.ownerOf(token, 'reset-password', now)
    const passwordHash = await hashNewPassword(password, email, `user ${userId}`)
    await transaction(async (trx) => {
      await this.spendToken.execute(trx, token, 'reset-password', now)
      const owner = await find(trx, userId)
      await rows(trx, `update users set email_verified_at = coalesce(email_verified_at, ?) where id = ?`, [
        new Date(now),
        userId,
      ])
      await dropLinks(trx, userId, origin, now, actor)
      await this.#store(trx, owner, passwordHash, now)
      await recordAccountAudit(trx, origin, userId, 'password_reset', now, {}, actor)
    })
    if (origin.ip !== null) await forgetAttempts('login', fromNetwork(origin.ip, email))
    await forgetAttempts('totp', codesOfLogin(userId))
  }

  /** POST /v1/dashboard/me/password. The caller stays signed in with the new pair of tokens. */
  async byPassword(
    userId: string,
    currentPassword: string,
    newPassword: string,
    client: Client & Origin,
    now = Date.now()
  ): Promise<TokenPair> {
    await countAttempt('login', `user ${userId}`)
    const proved = await this.provePassword.execute(userId, currentPassword)
    if (proved === null) throw wrongPassword()
    const email = await emailOf(userId)
    const passwordHash = await hashNewPassword(newPassword, email, `user ${userId}`, 'newPassword')
    const tokens = await transaction(async (trx) => {
      const owner = await find(trx, userId)
      if (owner.passwordHash !== proved) throw wrongPassword()
      await this.#store(trx, owner, passwordHash, now)
      await recordAccountAudit(trx, client, userId, 'password_changed', now)
      return this.issueSession.execute(trx, userId, { client }, now)
    })
    await forgetAttempts('login', `user ${userId}`)
    await forgetAttempts('totp', codesOfLogin(userId))
    return tokens
  }

  async #store(trx: Trx, owner: LockedUser, passwordHash: string, now: number) {
    await rows(
      trx,
      `update users set password_hash = ?, token_generation = token_generation + 1, updated_at = ? where id = ?`,
      [passwordHash, new Date(now), owner.id]
    )
    await rows(
      trx,
      `update mailed_tokens set used_at = ? where user_id = ? and used_at is null and purpose = ?`,
      [new Date(now), owner.id, 'reset-password']
    )
    await rows(trx, `delete from login_challenges where user_id = ?`, [owner.id])
    await dropBegunLinks(trx, owner.id)
    await revokeSessionsOf(trx, owner.id, now)
    await recordMail(trx, { to: owner.email, ...passwordChangedMail() }, now)
  }
}

const wrongPassword = () => new Refusal('UNAUTHORIZED', { message: 'The current password is wrong' })

async function emailOf(userId: string): Promise<string> {
  const user = await firstRow<{ email: string }>(db.connection(), `select email from users where id = ?`, [
    userId,
  ])
  if (!user) throw new Refusal('USER_NOT_FOUND')
  return user.email
}

async function find(trx: Trx, userId: string): Promise<LockedUser> {
  const owner = await lockUser(trx, userId)
  if (!owner) throw new Refusal('USER_NOT_FOUND')
  return owner
}
