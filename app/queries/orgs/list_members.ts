import db from '@adonisjs/lucid/services/db'
import type { Role } from '#domain/org/roles'
import type { Scope } from '#domain/scope'
import { rows, type SqlClient } from '#services/sql'

export type MemberRow = {
  userId: string
  email: string
  firstName: string | null
  lastName: string | null
  role: Role
  createdAt: Date
}

const SELECT = `select m.user_id as "userId", u.email, u.first_name as "firstName", u.last_name as "lastName",
  m.role, m.created_at as "createdAt" from org_members m join users u on u.id = m.user_id`

/** The members of an org, oldest first (contract 2, Orgs). */
export default class ListMembers {
  execute({ orgId }: Scope): Promise<MemberRow[]> {
    return rows(db.connection(), `${SELECT} where m.org_id = ? order by m.created_at, m.user_id`, [orgId])
  }
}

/** One member of an org; null for somebody who is none. */
export async function findMember(
  client: SqlClient,
  orgId: string,
  userId: string
): Promise<MemberRow | null> {
  const found = await rows<MemberRow>(client, `${SELECT} where m.org_id = ? and m.user_id = ?`, [
    orgId,
    userId,
  ])
  return found[0] ?? null
}
