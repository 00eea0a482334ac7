import db from '@adonisjs/lucid/services/db'
import { passwordMatches } from '#kernel/secrets/passwords'
import { firstRow } from '#kernel/database/sql'

/**
 * Checks the password of a user who is signed in, before the transaction of what it is asked for: it takes its time.
 * Returns its hash, which the caller compares again once the user is locked; null for a wrong password, and for a
 * user without one.
 * @throws Refusal RATE_LIMITED
 */
export default class ProvePassword {
  async execute(userId: string, password: string): Promise<string | null> {
    const user = await firstRow<{ passwordHash: string | null }>(
      db.connection(),
      `select password_hash as "passwordHash" from users where id = ?`,
      [userId]
    )
    const passwordHash = user?.passwordHash ?? null
    return (await passwordMatches(passwordHash, password, `user ${userId}`)) ? passwordHash : null
  }
}
