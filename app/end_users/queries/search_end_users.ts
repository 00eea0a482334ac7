import db from '@adonisjs/lucid/services/db'
import type { Condition } from '#kernel/database/in_scope'
import { firstRow } from '#kernel/database/sql'
import { escapeLike } from '#licensing/queries/license_filter'
import { plainEmail } from '#kernel/text/email'

/** A column of `end_users u` that a search looks at, and the form of the pattern that it is compared with. */
type Searched = { column: string; like: string }

/**
 * The searched columns; the migration has an index for each. The service stores addresses in lower case. The other
 * columns are lowered by Postgres, so their pattern is too: the locale of the database decides which letters beyond
 * ASCII have a lower case, and a pattern in any other form would miss people by their own name.
 */
const SEARCHED: Searched[] = [
  { column: 'u.email', like: '?' },
  ...[
    'lower(u.username)',
    'lower(u.external_id)',
    `lower(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, ''))`,
    'lower(u.last_name)',
  ].map((column) => ({ column, like: 'lower(?)' })),
]

/** With this many matches or more, a prefix counts as shared by many end users. */
const MANY = 2000

/** How many of the newest end users are scanned for a prefix that many share. */
const NEWEST = 20_000

/** Returns the LIKE pattern for a search by prefix; null for an empty search. */
export function patternOf(search: string | undefined): string | null {
  const text = search?.trim() ?? ''
  return text === '' ? null : `${escapeLike(text)}%`
}

function matching(pattern: string): Condition {
  return {
    sql: `(${SEARCHED.map(({ column, like }) => `${column} like ${like}`).join(' or ')})`,
    values: valuesOf(pattern),
  }
}

/** The pattern for each searched column. */
function valuesOf(pattern: string): string[] {
  return SEARCHED.map(({ like }) => (like === '?' ? `${plainEmail(pattern.slice(0, -1))}%` : pattern))
}

/** The end users of an org as a table `u` in SQL, from which a page is read, newest first. */
export const people = {
  all: (orgId: string): Condition => ({
    sql: `(select * from end_users where org_id = ?) u`,
    values: [orgId],
  }),

  /**
   * Finds matches of the pattern through the indexes. `offset 0` keeps Postgres from walking the org from its newest
   * end users instead, in the expectation of finding matches soon.
   */
  found(orgId: string, pattern: string): Condition {
    const { sql, values } = matching(pattern)
    return {
      sql: `(select * from end_users u where u.org_id = ? and ${sql} offset 0) u`,
      values: [orgId, ...values],
    }
  },

  /** Finds matches only among the newest end users before an id, in their order. */
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
 * Returns true if many end users share a prefix. Each index is read in its own order, so that the count ends soon
 * wherever the matches are.
 */
export async function isShared(orgId: string, pattern: string): Promise<boolean> {
  const counted = SEARCHED.map(
    ({ column, like }) =>
      `(select 1 from end_users u where u.org_id = ? and ${column} like ${like} order by ${column} using ~<~ limit ${MANY})`
  )
  const found = await firstRow<{ count: number }>(
    db.connection(),
    `select count(*)::int as count from (${counted.join(' union all ')}) f`,
    valuesOf(pattern).flatMap((one) => [orgId, one])
  )
  return found!.count >= MANY
}
