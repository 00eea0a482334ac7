import db from '@adonisjs/lucid/services/db'
import { millis, rows } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'
import type { EndUserSession } from './find_end_user.js'

/** More sign-ins than end users have in practice; older ones are left out. */
const MOST = 100

/** Lists the sign-ins of an end user that can still be renewed (contract/09-end-users#94-the-end-user-himself-eu). */
export default class ListOwnSignIns {
  /** The most recently used sign-ins come first. */
  execute(orgId: string, endUserId: string, now: Millis = Date.now()): Promise<EndUserSession[]> {
    return rows(
      db.connection(),
      `select family_id as id, amr as door, user_agent as "userAgent", ip, ${millis('signed_in_at', 'createdAt')},
         ${millis('created_at', 'lastUsedAt')}, ${millis('expires_at', 'expiresAt')}
       from end_user_sessions
       where org_id = ? and end_user_id = ? and used_at is null and revoked_at is null and expires_at > ?
       order by created_at desc, id desc limit ?`,
      [orgId, endUserId, new Date(now), MOST]
    )
  }
}
