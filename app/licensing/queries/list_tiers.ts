import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { isInt } from '#kernel/database/cursor'
import { inScope } from '#kernel/database/in_scope'
import { readPage, type Order, type Page, type PageRequest } from '#kernel/database/keyset'
import { rows } from '#kernel/database/sql'
import { isUuid } from '#kernel/text/uuid'
import { TIER_COLUMNS, type TierRow } from './tier_rows.js'

const BY_POSITION: Order<TierRow, [number, string]> = {
  list: 'tiers',
  start: [null, null],
  of: ({ position, id }) => [position, id],
  is: ([position, id, ...rest]) => isInt(position) && isUuid(id) && rest.length === 0,
}

/** Lists the tiers of a product by position (contract/17-tiers). @throws Refusal INVALID_CURSOR */
export default class ListTiers {
  execute(scope: Scope & { productId: string }, page: PageRequest): Promise<Page<TierRow>> {
    const own = inScope(scope, 'tiers')
    return readPage(page, BY_POSITION, ([position, id], count) =>
      rows<TierRow>(
        db.connection(),
        `select ${TIER_COLUMNS} from tiers
         where ${own.sql} and (?::int is null or (position, id) > (?::int, ?::uuid))
         order by position, id limit ?`,
        [...own.values, position, position, id, count]
      )
    )
  }
}
