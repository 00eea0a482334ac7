import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import Refusal from '#kernel/refusals/refusal'
import { SYSTEM } from '#kernel/audit/audit'
import { newId } from '#kernel/secrets/ids'
import { firstRow, rows } from '#kernel/database/sql'
import { hashSecret, newSecret } from '#kernel/secrets/tokens'
import { transaction } from '#kernel/database/unit_of_work'
import { plainEmail } from '#kernel/text/email'
import { lockUser } from './lock_user.js'
import SetPassword from './set_password.js'
import { turnOffTotp } from './turn_off_totp.js'

/** How long the token for a password set by an operator is valid. Milliseconds. */
const TOKEN_TTL = 60_000

/**
 * Restores the access of a user who is locked out. Operators run it at the terminal after they have verified the
 * person. The user gets the same mail as after a change of their own.
 * @throws Refusal USER_NOT_FOUND
 */
@inject()
export default class ResetAccess {
  constructor(protected setPassword: SetPassword) {}

  /**
   * Sets a password like a mailed token does: all sessions end, and the address counts as verified.
   * @throws Refusal VALIDATION_ERROR if the password is too short, too long or common.
   */
  async password(email: string, password: string, now = Date.now()) {
    const token = newSecret()
    await rows(
      db.connection(),
      `insert into mailed_tokens (id, user_id, purpose, token_hash, created_at, expires_at)
       values (?, ?, 'reset-password', ?, ?, ?)`,
      [newId(), await idOf(email), hashSecret(token), new Date(now), new Date(now + TOKEN_TTL)]
    )
    await this.setPassword.byToken(token, password, SYSTEM, now, SYSTEM.actor)
  }

  /**
   * Turns the second factor off and deletes its backup codes.
   * @throws Refusal CONFLICT if it is already off.
   */
  async secondFactor(email: string, now = Date.now()) {
    const userId = await idOf(email)
    await transaction(async (trx) => {
      const user = await lockUser(trx, userId)
      if (!user) throw notFound(email)
      if (!user.secondFactor) throw new Refusal('CONFLICT', { message: 'The second factor is already off' })
      const by = { data: { by: 'operator' }, actor: SYSTEM.actor }
      await turnOffTotp(trx, { id: userId, email: user.email }, SYSTEM, now, by)
    })
  }
}

async function idOf(email: string): Promise<string> {
  const user = await firstRow<{ id: string }>(db.connection(), `select id from users where email = ?`, [
    plainEmail(email),
  ])
  if (!user) throw notFound(email)
  return user.id
}

const notFound = (email: string) =>
  new Refusal('USER_NOT_FOUND', { message: `No user has the address ${email}` })
