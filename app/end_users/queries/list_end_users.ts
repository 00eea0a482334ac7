import db from '@adonisjs/lucid/services/db'
import type { Millis } from '#kernel/time/millis'
import { BY_ID, readPage, type Page, type PageRequest } from '#kernel/database/keyset'
import { millis, rows } from '#kernel/database/sql'

export type EndUser = {
  id: string
  username: string | null
  email: string | null
  banned: boolean
  createdAt: Millis
}

/**
 * The people who hold licenses of an org, or of one product of it, newest first (interface#44-licenses-api-key-path).
 */
export default class ListEndUsers {
  /** `productId` null is the whole org. @throws Refusal INVALID_CURSOR */
  execute(orgId: string, productId: string | null, page: PageRequest): Promise<Page<EndUser>> {
    return readPage(page, BY_ID, ([before], count) =>
      rows<EndUser>(
        db.connection(),
        `select id, username, email, banned_at is not null as banned, ${millis('created_at', 'createdAt')}
         from end_users u where org_id = ? and (?::uuid is null or id < ?::uuid)
           and (?::uuid is null or exists (
             select 1 from licenses l
             where l.end_user_id = u.id and l.org_id = u.org_id and l.product_id = ?::uuid))
         order by id desc limit ?`,
        [orgId, before, before, productId, productId, count]
      )
    )
  }
}
