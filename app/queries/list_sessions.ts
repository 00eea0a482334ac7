import db from '@adonisjs/lucid/services/db'
import { rows } from '#services/sql'

export type SessionRow = { id: string; createdAt: Date; expiresAt: Date }

/** The refresh sessions of a user that can still be renewed, newest first (interface 2.4). */
export default class ListSessions {
  execute(userId: string, now = Date.now()): Promise<SessionRow[]> {
    return rows(
      db.connection(),
      `select s.id, s.expires_at as "expiresAt",
         (select min(f.created_at) from refresh_sessions f where f.family_id = s.family_id) as "createdAt"
       from refresh_sessions s
       where s.user_id = ? and s.used_at is null and s.revoked_at is null and s.expires_at > ?
       order by s.id desc`,
      [userId, new Date(now)]
    )
  }
}
