import db from '@adonisjs/lucid/services/db'
import { firstRow } from '#kernel/database/sql'

/** The preferences that a console stores for a user; an empty object if they were never set. */
export default class FindPreferences {
  async execute(userId: string): Promise<Record<string, unknown>> {
    const row = await firstRow<{ preferences: Record<string, unknown> }>(
      db.connection(),
      `select preferences from user_preferences where user_id = ?`,
      [userId]
    )
    return row?.preferences ?? {}
  }
}
