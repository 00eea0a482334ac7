import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import Refusal from '#kernel/refusals/refusal'
import ListUsers from '#accounts/queries/list_users'
import { ok } from '#http/envelope'
import { toUser } from '#accounts/http/user_transformer'
import { looseLimitQuery } from '#http/page'

/** Users on the secondary route set, by a user's access token (interface#49-secondary-route-set-under-api). */
export default class UsersController {
  /** Lists all users, for platform admins. @throws Refusal FORBIDDEN, INVALID_CURSOR */
  @inject()
  async index({ auth, request }: HttpContext, list: ListUsers) {
    if (!auth.use('user').getUserOrFail().platformAdmin) throw new Refusal('FORBIDDEN')
    const { items, nextCursor } = await list.execute(await looseLimitQuery(request.qs()))
    return ok({ users: items.map(toUser), nextCursor })
  }
}
