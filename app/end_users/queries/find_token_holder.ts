import db from '@adonisjs/lucid/services/db'
import { firstRow, millis } from '#kernel/database/sql'
import type { EndUserToken } from '#kernel/secrets/end_user_tokens'
import type { Millis } from '#kernel/time/millis'
import { portalOf, type Portal, type StoredPortal } from '#end_users/rules/portal'

/** The facts about a signed-in end user that every request needs. `id` is null for a license without an owner. */
export type TokenHolder = {
  id: string | null
  email: string | null
  emailVerifiedAt: Millis | null
  banned: boolean
  /** The sign-in has not ended. */
  live: boolean
  portal: Portal
}

type Row = Omit<TokenHolder, 'portal'> & { portal: StoredPortal }

const HOLDER = `u.id, u.email, ${millis('u.email_verified_at', 'emailVerifiedAt')},
  u.banned_at is not null as banned,
  case when p.org_id is not null then json_build_object('enabled', p.enabled and o.suspended_at is null, 'settings', p.settings) end as portal`

/**
 * True if the sign-in has not ended: its newest refresh token, the only unused one, is not revoked. The older ones of a
 * sign-in by license key may be from before the license had its owner, who cannot revoke them.
 */
const LIVE = `exists (select 1 from end_user_sessions s
  where s.family_id = ? and s.org_id = ? and s.used_at is null and s.revoked_at is null) as live`

const BY_END_USER = `select ${HOLDER}, ${LIVE} from end_users u join orgs o on o.id = u.org_id
  left join org_portals p on p.org_id = u.org_id
  where u.id = ? and u.org_id = ? and u.merged_into is null and u.erased_at is null`

/** The owner of a license is read on each request, because it can change while the token is valid. */
const BY_LICENSE = `select ${HOLDER}, ${LIVE} from licenses l left join end_users u on u.id = l.end_user_id and u.org_id = l.org_id
  join orgs o on o.id = l.org_id left join org_portals p on p.org_id = l.org_id where l.id = ? and l.org_id = ?`

/** Finds the end user of an access token. */
export default class FindTokenHolder {
  /** Returns null if the end user does not exist, or was merged or erased, or if the token's license does not exist. */
  async execute({ subject, licenseId, orgId, sessionId }: EndUserToken): Promise<TokenHolder | null> {
    const bindings = [sessionId, orgId, licenseId ?? subject, orgId]
    const row = await firstRow<Row>(db.connection(), licenseId ? BY_LICENSE : BY_END_USER, bindings)
    return row && { ...row, portal: portalOf(row.portal) }
  }
}
