import db from '@adonisjs/lucid/services/db'
import type { BlacklistType } from '#licensing/rules/entry'
import type { Millis } from '#kernel/time/millis'
import type { Scope } from '#kernel/audit/scope'
import { isUuid } from '#kernel/text/uuid'
import { readPage, type Order } from '#kernel/database/keyset'
import { escapeLike } from './license_filter.js'
import { millis, rows } from '#kernel/database/sql'

export type BlacklistEntry = {
  id: string
  type: BlacklistType
  value: string
  reason: string | null
  hits: number
  lastHitAt: Millis | null
  createdAt: Millis
}

export type BlacklistQuery = { type?: BlacklistType; search?: string; limit: number; cursor?: string }

/** The columns of an entry, under the names of `BlacklistEntry`. */
export const ENTRY_COLUMNS = `id, type, value, reason, hits::float8 as hits,
  ${millis('last_hit_at', 'lastHitAt')}, ${millis('created_at', 'createdAt')}`

/**
 * Lists the blacklist of a product, newest first (contract#blacklists).
 * @throws Refusal INVALID_CURSOR
 */
export default class ListBlacklist {
  async execute(scope: Scope & { productId: string }, { type, search, ...page }: BlacklistQuery) {
    const pattern = search ? `%${escapeLike(search)}%` : null
    const { items: entries, nextCursor } = await readPage(page, orderOf(scope.productId), ([before], count) =>
      rows<BlacklistEntry>(
        db.connection(),
        `select ${ENTRY_COLUMNS} from blacklist_entries
         where product_id = ? and org_id = ? and (?::text is null or type = ?)
           and (?::text is null or value ilike ?) and (?::uuid is null or id < ?::uuid)
         order by id desc limit ?`,
        [scope.productId, scope.orgId, type, type, pattern, pattern, before, before, count].map(
          (value) => value ?? null
        )
      )
    )
    return { entries, nextCursor }
  }
}

/** A cursor is valid only for the product that it was created for; its entry may have been deleted since. */
function orderOf(productId: string): Order<{ id: string }, [string, string]> {
  return {
    list: 'blacklist',
    start: [null, null],
    of: ({ id }) => [id, productId],
    is: ([id, owner, ...rest]) => isUuid(id) && owner === productId && rest.length === 0,
  }
}
