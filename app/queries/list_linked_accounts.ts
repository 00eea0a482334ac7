import db from '@adonisjs/lucid/services/db'
import { rows } from '#services/sql'

export type LinkedAccount = { provider: string; email: string | null; createdAt: Date }

/** The identities that a user has connected (contract 2, OAuth). */
export default class ListLinkedAccounts {
  execute(userId: string): Promise<LinkedAccount[]> {
    return rows(
      db.connection(),
      `select provider, email, created_at as "createdAt" from linked_accounts where user_id = ? order by provider`,
      [userId]
    )
  }
}
