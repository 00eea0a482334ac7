import db from '@adonisjs/lucid/services/db'
import type { Condition } from '#kernel/database/in_scope'
import { orderById, readPage, type Page, type PageRequest } from '#kernel/database/keyset'
import { rows } from '#kernel/database/sql'
import type { Scope } from '#kernel/audit/scope'
import { END_USER_COLUMNS, type EndUser } from './end_user_columns.js'
import { isShared, patternOf, people } from './search_end_users.js'

export type EndUserFilter = {
  /** Only end users with a license of this product. */
  productId?: string | null
  /** The beginning of an address, a username, an external id or a name; upper and lower case are the same. */
  search?: string
  banned?: boolean
  hasEmail?: boolean
}

/** The wanted rows: those before an id, and how many. `before: null` starts at the newest, `count: null` reads all. */
type Slice = { before: string | null; count: number | null }

/**
 * Lists the end users of an org, newest first, without merged and erased ones (interface#44-licenses-api-key-path,
 * contract/09-end-users#96-the-merchants-side).
 */
export default class ListEndUsers {
  /** @throws Refusal INVALID_CURSOR */
  execute({ orgId }: Pick<Scope, 'orgId'>, filter: EndUserFilter, page: PageRequest): Promise<Page<EndUser>> {
    const pattern = patternOf(filter.search)
    return readPage(page, orderById('end_users'), ([before], count) => {
      const slice = { before, count }
      return pattern === null ? read(people.all(orgId), filter, slice) : search(orgId, pattern, filter, slice)
    })
  }
}

/**
 * If many end users share the prefix, a page of matches is usually among the newest ones, so those are searched first.
 * Only if they do not fill the page are all matches found and sorted.
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
