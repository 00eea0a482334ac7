import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { firstRow, millis, type SqlExecutor } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'
import type { Door } from '#kernel/secrets/end_user_tokens'
import { END_USER_COLUMNS, type EndUser } from './end_user_columns.js'

/** A sign-in of an end user that can still be renewed. */
export type EndUserSession = {
  id: string
  door: Door
  userAgent: string | null
  ip: string | null
  createdAt: Millis
  lastUsedAt: Millis
  expiresAt: Millis
}

/** The full record of an end user for a merchant (contract/09-end-users#96-the-merchants-side). */
export type FullEndUser = EndUser & {
  banReason: string | null
  licenseCount: number
  sessions: EndUserSession[]
  mergedInto: string | null
  erasedAt: Millis | null
}

/** The live sign-ins of the end user `u`, newest first, at most 100. */
const SESSIONS = `(select coalesce(jsonb_agg(to_jsonb(s) order by s."createdAt" desc), '[]') from (
  select family_id as id, amr as door, user_agent as "userAgent", ip, ${millis('signed_in_at', 'createdAt')},
    ${millis('created_at', 'lastUsedAt')}, ${millis('expires_at', 'expiresAt')}
  from end_user_sessions
  where end_user_id = u.id and org_id = u.org_id and used_at is null and revoked_at is null
    and expires_at > to_timestamp(?::float8 / 1000)
  order by created_at desc limit 100) as s) as sessions`

/** Finds single end users of an org. */
export default class FindEndUser {
  async exists({ orgId }: Pick<Scope, 'orgId'>, id: string): Promise<boolean> {
    const sql = `select 1 from end_users where org_id = ? and id = ?`
    return (await firstRow(db.connection(), sql, [orgId, id])) !== null
  }

  /** Returns null if the org has no such end user. */
  full(
    { orgId }: Pick<Scope, 'orgId'>,
    id: string,
    now: Millis,
    client: SqlExecutor = db.connection()
  ): Promise<FullEndUser | null> {
    return firstRow(
      client,
      `select ${END_USER_COLUMNS}, u.ban_reason as "banReason", u.merged_into as "mergedInto",
         ${millis('u.erased_at', 'erasedAt')}, ${SESSIONS},
         (select count(*)::int from licenses l where l.end_user_id = u.id and l.org_id = u.org_id) as "licenseCount"
       from end_users u where u.org_id = ? and u.id = ?`,
      [now, orgId, id]
    )
  }
}
