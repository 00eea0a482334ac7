import db from '@adonisjs/lucid/services/db'
import type { Plan } from '#config/settings/plans'
import { orderById, readPage, type Page, type PageRequest } from '#kernel/database/keyset'
import { firstRow, rows } from '#kernel/database/sql'
import { plainEmail } from '#kernel/text/email'
import { USER_COLUMNS, type SignedInUser } from './find_user.js'

/** A user as platform admins and operators of the service see them. */
export type OperatorUser = SignedInUser & { plan: Plan; orgs: number; disabled: boolean }

const SELECT = `select ${USER_COLUMNS}, plan, disabled_at is not null as disabled,
  (select count(*)::int from org_members m where m.user_id = users.id) as orgs from users`

/** Lists users for operators and platform admins, who have access to all orgs. */
export default class SearchUsers {
  /** The users whose address contains the search text; newest first. @throws Refusal INVALID_CURSOR */
  execute(search: string | undefined, page: PageRequest): Promise<Page<OperatorUser>> {
    const text = plainEmail(search ?? '') || null
    return readPage(page, orderById('user_search'), ([after], count) =>
      rows<OperatorUser>(
        db.connection(),
        `${SELECT} where (?::uuid is null or id < ?::uuid) and (?::text is null or position(? in email) > 0)
         order by id desc limit ?`,
        [after, after, text, text, count]
      )
    )
  }

  one(userId: string): Promise<OperatorUser | null> {
    return firstRow(db.connection(), `${SELECT} where id = ?`, [userId])
  }
}
