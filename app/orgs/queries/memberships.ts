import db from '@adonisjs/lucid/services/db'
import type { Role } from '#orgs/rules/roles'
import { orderById, readPage, type Page, type PageRequest } from '#kernel/database/keyset'
import { rows } from '#kernel/database/sql'

/**
 * An org of a user. `ssoRequired` is true if the org refuses this sign-in of the user because it is not through SSO. A
 * suspended org is read-only. Both are false if they are missing.
 */
export type Membership = {
  id: string
  name: string
  role: Role
  createdAt: Date
  ssoRequired?: boolean
  suspended?: boolean
}

/** The org that a user works in. */
export type ActiveOrg = Membership & { suspended: boolean }

/** True if the org of the member `m` enforces SSO for the member's address. OWNERs with a second factor are exempt. */
const SSO_REQUIRED = `exists (select 1 from sso_connections s
    join users u on u.id = m.user_id
    join org_domains d on d.org_id = s.org_id and d.purpose = 'email' and d.status = 'verified'
      and d.hostname = split_part(u.email, '@', 2)
    where s.org_id = m.org_id and s.enforced and s.enabled
      and not (m.role = 'OWNER' and u.totp_secret is not null))`

const MEMBERSHIP = `o.id, o.name, m.role, o.created_at as "createdAt", o.suspended_at is not null as suspended`

/** The orgs of a user with the user's role in each, oldest first. */
export default class Memberships {
  /**
   * The orgs that a sign-in gives access to: all of them, or only the org `only`, through whose SSO it came.
   * @throws Refusal INVALID_CURSOR
   */
  ofUser(userId: string, page: PageRequest, only: string | null): Promise<Page<Membership>> {
    return readPage(page, orderById('own_orgs'), ([after], count) =>
      rows<Membership>(
        db.connection(),
        `select ${MEMBERSHIP}, ?::uuid is null and ${SSO_REQUIRED} as "ssoRequired" from org_members m
         join orgs o on o.id = m.org_id
         where m.user_id = ? and (?::uuid is null or o.id = ?::uuid)
           and (?::uuid is null or o.id > ?::uuid) order by o.id limit ?`,
        [only, userId, only, only, after, after, count]
      )
    )
  }

  /**
   * The active org of a user: the chosen org, or the only one. Null if the user has several and has chosen none
   * (contract#active-org).
   */
  async active(userId: string): Promise<ActiveOrg | null> {
    const found = await rows<ActiveOrg & { chosen: boolean }>(
      db.connection(),
      `select ${MEMBERSHIP}, coalesce(u.active_org_id = o.id, false) as chosen
       from org_members m join orgs o on o.id = m.org_id join users u on u.id = m.user_id
       where m.user_id = ? order by chosen desc, o.id limit 2`,
      [userId]
    )
    return found.length === 1 || found[0]?.chosen ? found[0] : null
  }
}
