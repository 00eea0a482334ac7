import type { Condition } from '#kernel/database/in_scope'
import { escapeLike } from '#licensing/queries/license_filter'

/** What a search looks at, of `end_users u`; the migration has an index for each. */
const SEARCHED = [
  'u.email',
  'lower(u.username)',
  'lower(u.external_id)',
  `lower(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, ''))`,
  'lower(u.last_name)',
]

/** End users of whom something begins with a text, in any case; everybody without one. */
export function searchCondition(search: string | undefined): Condition {
  const text = search?.trim().toLowerCase() ?? ''
  if (text === '') return { sql: 'true', values: [] }
  const pattern = `${escapeLike(text)}%`
  return {
    sql: `(${SEARCHED.map((column) => `${column} like ?`).join(' or ')})`,
    values: SEARCHED.map(() => pattern),
  }
}
