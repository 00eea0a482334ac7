import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#exceptions/envelope'
import Refusal from '#exceptions/refusal'
import { WHOLE_LIST } from '#queries/keyset'
import ListUsers from '#queries/list_users'
import Memberships from '#queries/memberships'
import { toOrg } from '#transformers/org_transformer'
import { toUser } from '#transformers/user_transformer'
import { looseLimitQuery } from '#validators/page'

/** Users on the secondary route set, by a user's access token (interface#49-secondary-route-set-under-api). */
export default class UsersController {
  /** The signed-in user, as on GET /v1/dashboard/me. */
  @inject()
  async me({ auth }: HttpContext, memberships: Memberships) {
    const user = auth.use('user').getUserOrFail()
    const orgs = await memberships.ofUser(user.id, WHOLE_LIST)
    return ok({ user: toUser(user), orgs: orgs.items.map(toOrg) })
  }

  /** Everybody who has signed up, for platform admins. Errors: FORBIDDEN, INVALID_CURSOR. */
  @inject()
  async index({ auth, request }: HttpContext, list: ListUsers) {
    if (!auth.use('user').getUserOrFail().platformAdmin) throw new Refusal('FORBIDDEN')
    const { items, nextCursor } = await list.execute(await looseLimitQuery(request.qs()))
    return ok({ users: items.map(toUser), nextCursor })
  }
}
