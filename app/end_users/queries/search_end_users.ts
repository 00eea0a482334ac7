import db from '@adonisjs/lucid/services/db'
import type { Condition } from '#kernel/database/in_scope'
import { firstRow } from '#kernel/database/sql'
import { escapeLike } from '#licensing/queries/license_filter'

/** What a search looks at, of `end_users u`; the migration has an index for each. */
const SEARCHED = [
  'u.email',
  'lower(u.username)',
  'lower(u.external_id)',
  `lower(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, ''))`,
  'lower(u.last_name)',
]

/** A beginning is shared by many from so many people on. */
const MANY = 2000

/** How many of the newest people are looked at one by one for a beginning that many share. */
const NEWEST = 20_000

/** How a search begins, as a pattern; null for no search. */
export function patternOf(search: string | undefined): string | null {
  const text = search?.trim().toLowerCase() ?? ''
  return text === '' ? null : `${escapeLike(text)}%`
}

function matching(pattern: string): Condition {
  return {
    sql: `(${SEARCHED.map((column) => `${column} like ?`).join(' or ')})`,
    values: SEARCHED.map(() => pattern),
  }
}

/** The people of an org, as a table `u` from which a page is read, newest first. */
export const people = {
  all: (orgId: string): Condition => ({
    sql: `(select * from end_users where org_id = ?) u`,
    values: [orgId],
  }),

  /**
   * Those of whom something begins with the pattern, found by the indexes: `offset 0` keeps Postgres from walking the org
   * from its newest people instead, in the hope of finding some of them soon.
   */
  found(orgId: string, pattern: string): Condition {
    const { sql, values } = matching(pattern)
    return {
      sql: `(select * from end_users u where u.org_id = ? and ${sql} offset 0) u`,
      values: [orgId, ...values],
    }
  },

  /** The same among the newest ones before an id alone, in their order. */
  newest(orgId: string, pattern: string, before: string | null): Condition {
    const { sql, values } = matching(pattern)
    return {
      sql: `(select * from (select * from end_users where org_id = ? and (?::uuid is null or id < ?::uuid)
               order by id desc limit ${NEWEST}) u where ${sql}) u`,
      values: [orgId, before, before, ...values],
    }
  },
}

/**
 * Whether many people share a beginning. Each index is read in its order, so that counting ends soon wherever they are.
 */
export async function isShared(orgId: string, pattern: string): Promise<boolean> {
  const counted = SEARCHED.map(
    (column) =>
      `(select 1 from end_users u where u.org_id = ? and ${column} like ? order by ${column} using ~<~ limit ${MANY})`
  )
  const found = await firstRow<{ count: number }>(
    db.connection(),
    `select count(*)::int as count from (${counted.join(' union all ')}) f`,
    SEARCHED.flatMap(() => [orgId, pattern])
  )
  return found!.count >= MANY
}
