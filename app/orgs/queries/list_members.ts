import db from '@adonisjs/lucid/services/db'
import type { Role } from '#orgs/rules/roles'
import type { Scope } from '#kernel/audit/scope'
import { isMoment } from '#kernel/database/cursor'
import { readPage, type Order, type Page, type PageRequest } from '#kernel/database/keyset'
import { isUuid } from '#kernel/text/uuid'
import { firstRow, rows, type SqlExecutor } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

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

const BY_ENTRY: Order<MemberRow, [number, string]> = {
  list: 'members',
  start: [null, null],
  of: ({ createdAt, userId }) => [createdAt.getTime(), userId],
  is: ([at, userId, ...more]) => isMoment(at) && isUuid(userId) && more.length === 0,
}

/** The members of an org, oldest first (contract#orgs-members-invites). @throws Refusal INVALID_CURSOR */
export default class ListMembers {
  execute({ orgId }: Scope, page: PageRequest): Promise<Page<MemberRow>> {
    return readPage(page, BY_ENTRY, ([joined, userId], count) => {
      const at = joined === null ? null : new Date(joined).toISOString()
      return rows<MemberRow>(
        db.connection(),
        `${SELECT} where m.org_id = ?
           and (?::timestamptz is null or (m.created_at, m.user_id) > (?::timestamptz, ?::uuid))
         order by m.created_at, m.user_id limit ?`,
        [orgId, at, at, userId, count]
      )
    })
  }
}

/** One member of an org; null if the user is not a member. */
export async function findMember(
  client: SqlExecutor,
  orgId: string,
  userId: string
): Promise<MemberRow | null> {
  const found = await rows<MemberRow>(client, `${SELECT} where m.org_id = ? and m.user_id = ?`, [
    orgId,
    userId,
  ])
  return found[0] ?? null
}

/**
 * Tells whether a user is a member of an org, and keeps the membership until the transaction ends. Lock members before
 * the records that name them, as the removal of a member does.
 */
export async function holdMember(trx: Trx, orgId: string, userId: string): Promise<boolean> {
  const sql = `select user_id from org_members where org_id = ? and user_id = ? for key share`
  return (await firstRow(trx, sql, [orgId, userId])) !== null
}
