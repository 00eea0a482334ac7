import db from '@adonisjs/lucid/services/db'
import { BY_ID, readPage, type Page, type PageRequest } from '#kernel/database/keyset'
import { rows } from '#kernel/database/sql'
import type { Scope } from '#kernel/audit/scope'
import { END_USER_COLUMNS, type EndUser } from './end_user_columns.js'
import { searchCondition } from './search_end_users.js'

export type EndUserFilter = {
  /** Those with a license of this product. */
  productId?: string | null
  /** How an address, a username, an external id or a name begins, in any case. */
  search?: string
  banned?: boolean
  hasEmail?: boolean
}

/**
 * The people who hold licenses of an org, newest first (interface#44-licenses-api-key-path,
 * contract/09-end-users#96-the-merchants-side). Merged and erased ones are left out.
 */
export default class ListEndUsers {
  /** @throws Refusal INVALID_CURSOR */
  execute({ orgId }: Pick<Scope, 'orgId'>, filter: EndUserFilter, page: PageRequest): Promise<Page<EndUser>> {
    const { productId = null, search, banned = null, hasEmail = null } = filter
    const found = searchCondition(search)
    return readPage(page, BY_ID, ([before], count) =>
      rows<EndUser>(
        db.connection(),
        `select ${END_USER_COLUMNS} from end_users u
         where u.org_id = ? and u.merged_into is null and u.erased_at is null
           and (?::uuid is null or u.id < ?::uuid)
           and (?::boolean is null or (u.banned_at is not null) = ?::boolean)
           and (?::boolean is null or (u.email is not null) = ?::boolean)
           and (?::uuid is null or exists (
             select 1 from licenses l
             where l.end_user_id = u.id and l.org_id = u.org_id and l.product_id = ?::uuid))
           and ${found.sql}
         order by u.id desc limit ?`,
        [
          ...[orgId, before, before, banned, banned, hasEmail, hasEmail, productId, productId],
          ...(found.values as string[]),
          count,
        ]
      )
    )
  }
}
