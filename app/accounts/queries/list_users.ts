import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { USER_COLUMNS, type SignedInUser } from './find_user.js'
import { orderById, readPage, type Page, type PageRequest } from '#kernel/database/keyset'

/** Lists all users, oldest first. Only for platform admins, who have access to all orgs. */
export default class ListUsers {
  /** @throws Refusal INVALID_CURSOR */
  execute(page: PageRequest): Promise<Page<SignedInUser>> {
    return readPage(page, orderById('users'), ([after], count) =>
      rows<SignedInUser>(
        db.connection(),
        `select ${USER_COLUMNS} from users where ?::uuid is null or id > ?::uuid order by id limit ?`,
        [after, after, count]
      )
    )
  }
}
