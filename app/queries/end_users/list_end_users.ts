import db from '@adonisjs/lucid/services/db'
import type { Millis } from '#domain/license/license'
import { isUuid } from '#domain/uuid'
import Refusal from '#exceptions/refusal'
import { decodeCursor, encodeCursor } from '#queries/cursor'
import { millis, rows } from '#services/sql'

export type EndUser = {
  id: string
  username: string | null
  email: string | null
  banned: boolean
  createdAt: Millis
}

/** The people who hold licenses of an org, or of one product of it, newest first (interface 4.4). */
export default class ListEndUsers {
  /** `productId` null is the whole org. Errors: INVALID_CURSOR. */
  async execute(orgId: string, productId: string | null, limit: number, cursor = '') {
    const before = cursor === '' ? null : idOf(cursor)
    const found = await rows<EndUser>(
      db.connection(),
      `select id, username, email, banned_at is not null as banned, ${millis('created_at', 'createdAt')}
       from end_users u where org_id = ? and (?::uuid is null or id < ?::uuid)
         and (?::uuid is null or exists (
           select 1 from licenses l where l.end_user_id = u.id and l.org_id = u.org_id and l.product_id = ?::uuid))
       order by id desc limit ?`,
      [orgId, before, before, productId, productId, limit + 1]
    )
    const endUsers = found.slice(0, limit)
    return { endUsers, nextCursor: found.length > limit ? encodeCursor([endUsers.at(-1)!.id]) : null }
  }
}

function idOf(cursor: string): string {
  const [id] = decodeCursor(cursor)
  if (!isUuid(id)) throw new Refusal('INVALID_CURSOR')
  return id
}
