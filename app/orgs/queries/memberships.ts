import db from '@adonisjs/lucid/services/db'
import type { Role } from '#orgs/rules/roles'
import { BY_ID, readPage, type Page, type PageRequest } from '#kernel/database/keyset'
import { rows } from '#kernel/database/sql'

export type Membership = { id: string; name: string; role: Role; createdAt: Date }

/** The orgs of a user with the user's role in each, oldest first. @throws Refusal INVALID_CURSOR */
export default class Memberships {
  ofUser(userId: string, page: PageRequest): Promise<Page<Membership>> {
    return readPage(page, BY_ID, ([after], count) =>
      rows<Membership>(
        db.connection(),
        `select o.id, o.name, m.role, o.created_at as "createdAt" from org_members m
         join orgs o on o.id = m.org_id
         where m.user_id = ? and (?::uuid is null or o.id > ?::uuid) order by o.id limit ?`,
        [userId, after, after, count]
      )
    )
  }

  /**
   * The active org of a user: the chosen one, or the only one; null when that is not settled
   * (contract#active-org).
   */
  async active(userId: string): Promise<Membership | null> {
    const found = await rows<Membership & { chosen: boolean }>(
      db.connection(),
      `select o.id, o.name, m.role, o.created_at as "createdAt", coalesce(u.active_org_id = o.id, false) as chosen
       from org_members m join orgs o on o.id = m.org_id join users u on u.id = m.user_id
       where m.user_id = ? order by chosen desc, o.id limit 2`,
      [userId]
    )
    return found.length === 1 || found[0]?.chosen ? found[0] : null
  }
}
