import db from '@adonisjs/lucid/services/db'
import { readPage, type Order, type Page, type PageRequest } from '#kernel/database/keyset'
import { rows } from '#kernel/database/sql'
import { isUuid } from '#kernel/text/uuid'

export type SessionRow = {
  id: string
  /** The sign-in, which stays the same across all renewals. */
  familyId: string
  createdAt: Date
  /** When the session started or was last renewed. */
  lastUsedAt: Date
  expiresAt: Date
  userAgent: string | null
  address: string | null
}

/** A renewal gives a session another id, so its place is that of its sign-in, of which one session can be renewed. */
const BY_SIGN_IN: Order<SessionRow, [string]> = {
  list: 'sessions',
  start: [null],
  of: ({ familyId }) => [familyId],
  is: ([familyId, ...more]) => isUuid(familyId) && more.length === 0,
}

/**
 * The refresh sessions of a user that can still be renewed, the newest sign-in first
 * (interface#24-tokens-and-sessions). With `ssoOrgId`, only those that began through the SSO of this org.
 * @throws Refusal INVALID_CURSOR
 */
export default class ListSessions {
  execute(
    userId: string,
    page: PageRequest,
    ssoOrgId: string | null = null,
    now = Date.now()
  ): Promise<Page<SessionRow>> {
    return readPage(page, BY_SIGN_IN, ([after], count) =>
      rows<SessionRow>(
        db.connection(),
        `select s.id, s.expires_at as "expiresAt", s.signed_in_at as "createdAt",
           s.family_id as "familyId", s.created_at as "lastUsedAt", s.user_agent as "userAgent", s.address
         from refresh_sessions s
         where s.user_id = ? and s.used_at is null and s.revoked_at is null and s.expires_at > ?
           and (?::uuid is null or s.sso_org_id = ?::uuid) and (?::uuid is null or s.family_id < ?::uuid)
         order by s.family_id desc limit ?`,
        [userId, new Date(now), ssoOrgId, ssoOrgId, after, after, count]
      )
    )
  }
}
