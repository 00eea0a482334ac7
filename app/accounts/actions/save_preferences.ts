import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'

/** Stores the preferences of a user for the console: one JSON object, which replaces the previous one. */
export default class SavePreferences {
  async execute(userId: string, preferences: Record<string, unknown>, now = Date.now()) {
    await rows(
      db.connection(),
      `insert into user_preferences (user_id, preferences, updated_at) values (?, ?::jsonb, ?)
       on conflict (user_id) do update set preferences = excluded.preferences, updated_at = excluded.updated_at`,
      [userId, JSON.stringify(preferences), new Date(now)]
    )
  }
}
