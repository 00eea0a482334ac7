import db from '@adonisjs/lucid/services/db'
import type { Condition } from '#kernel/database/in_scope'
import { BY_ID, readPage, type Page, type PageRequest } from '#kernel/database/keyset'
import { rows } from '#kernel/database/sql'
import type { Scope } from '#kernel/audit/scope'
import { END_USER_COLUMNS, type EndUser } from './end_user_columns.js'
import { isShared, patternOf, people } from './search_end_users.js'

export type EndUserFilter = {
  /** Those with a license of this product. */
  productId?: string | null
  /** How an address, a username, an external id or a name begins, in any case. */
  search?: string
  banned?: boolean
  hasEmail?: boolean
}

/** Which rows are wanted: before an id, and how many; null for all. */
type Slice = { before: string | null; count: number | null }

/**
 * The people who hold licenses of an org, newest first (interface#44-licenses-api-key-path,
 * contract/09-end-users#96-the-merchants-side). Merged and erased ones are left out.
 */
export default class ListEndUsers {
  /** @throws Refusal INVALID_CURSOR */
  execute({ orgId }: Pick<Scope, 'orgId'>, filter: EndUserFilter, page: PageRequest): Promise<Page<EndUser>> {
    const pattern = patternOf(filter.search)
    return readPage(page, BY_ID, ([before], count) => {
      const slice = { before, count }
      return pattern === null ? read(people.all(orgId), filter, slice) : search(orgId, pattern, filter, slice)
    })
  }
}

/**
 * Where many share a beginning, a page of them is most often among the newest people; only else are all of them found and
 * sorted.
 */
async function search(orgId: string, pattern: string, filter: EndUserFilter, slice: Slice) {
  if (slice.count !== null && (await isShared(orgId, pattern))) {
    const newest = await read(people.newest(orgId, pattern, slice.before), filter, slice)
    if (newest.length === slice.count) return newest
  }
  return read(people.found(orgId, pattern), filter, slice)
}

function read(from: Condition, filter: EndUserFilter, { before, count }: Slice): Promise<EndUser[]> {
  const { productId = null, banned = null, hasEmail = null } = filter
  return rows<EndUser>(
    db.connection(),
    `select ${END_USER_COLUMNS} from ${from.sql}
     where u.merged_into is null and u.erased_at is null
       and (?::uuid is null or u.id < ?::uuid)
       and (?::boolean is null or (u.banned_at is not null) = ?::boolean)
       and (?::boolean is null or (u.email is not null) = ?::boolean)
       and (?::uuid is null or exists (
         select 1 from licenses l
         where l.end_user_id = u.id and l.org_id = u.org_id and l.product_id = ?::uuid))
     order by u.id desc limit ?`,
    [
      ...(from.values as string[]),
      ...[before, before, banned, banned, hasEmail, hasEmail, productId, productId],
      count,
    ]
  )
}
