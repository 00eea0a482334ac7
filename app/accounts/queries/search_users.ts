import db from '@adonisjs/lucid/services/db'
import { USER_COLUMNS, type SignedInUser } from './find_user.js'
import { rows } from '#kernel/database/sql'

export type OperatorUser = SignedInUser & { plan: string; orgs: number }

/** Users whose address holds a text; newest first. For operators, never behind a request. */
export default class SearchUsers {
  execute(search: string | undefined, limit: number): Promise<OperatorUser[]> {
    const text = search?.trim().toLowerCase() || null
    return rows(
      db.connection(),
      `select ${USER_COLUMNS}, plan, (select count(*)::int from org_members m where m.user_id = users.id) as orgs
       from users where ?::text is null or position(? in email) > 0 order by id desc limit ?`,
      [text, text, limit]
    )
  }
}
