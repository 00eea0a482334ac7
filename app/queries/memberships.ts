import db from '@adonisjs/lucid/services/db'
import type { Role } from '#domain/org/roles'
import { rows } from '#services/sql'

export type Membership = { id: string; name: string; role: Role; createdAt: Date }

/** The orgs of a user with his role in each, oldest first. */
export default class Memberships {
  ofUser(userId: string): Promise<Membership[]> {
    return rows(
      db.connection(),
      `select o.id, o.name, m.role, o.created_at as "createdAt" from org_members m
       join orgs o on o.id = m.org_id where m.user_id = ? order by o.id`,
      [userId]
    )
  }
}
