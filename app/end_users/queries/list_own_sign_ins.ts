import db from '@adonisjs/lucid/services/db'
import { orderById, readPage, type Page, type PageRequest } from '#kernel/database/keyset'
import { millis, rows } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'
import type { EndUserSession } from './find_end_user.js'

/** Lists the sign-ins of an end user that can still be renewed (contract/09-end-users#94-the-end-user-himself-eu). */
export default class ListOwnSignIns {
  /**
   * The newest sign-in comes first: a renewal moves no sign-in to another place, so none is missed between two pages.
   * @throws Refusal INVALID_CURSOR
   */
  execute(
    orgId: string,
    endUserId: string,
    page: PageRequest,
    now: Millis = Date.now()
  ): Promise<Page<EndUserSession>> {
    return readPage(page, orderById('own_sign_ins'), ([before], count) =>
      rows<EndUserSession>(
        db.connection(),
        `select family_id as id, amr as door, user_agent as "userAgent", ip, ${millis('signed_in_at', 'createdAt')},
           ${millis('created_at', 'lastUsedAt')}, ${millis('expires_at', 'expiresAt')}
         from end_user_sessions
         where org_id = ? and end_user_id = ? and used_at is null and revoked_at is null and expires_at > ?
           and (?::uuid is null or family_id < ?::uuid)
         order by family_id desc limit ?`,
        [orgId, endUserId, new Date(now), before, before, count]
      )
    )
  }
}
