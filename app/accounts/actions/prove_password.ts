import db from '@adonisjs/lucid/services/db'
import { passwordMatches } from '#kernel/secrets/passwords'
import { firstRow } from '#kernel/database/sql'

/**
 * Checks the password of a signed-in user. Call it before the transaction that needs the password, because hashing is
 * slow. Returns the stored hash, which the caller compares again after locking the user; null if the password is wrong
 * or the user has none.
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
