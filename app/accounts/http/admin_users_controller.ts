import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import AdministerUser from '#accounts/actions/administer_user'
import SearchUsers from '#accounts/queries/search_users'
import { ok } from '#http/envelope'
import { uuidParam } from '#http/path'
import { searchPageQuery } from '#http/search_page'
import Refusal from '#kernel/refusals/refusal'
import { administerUserValidator } from './admin_users_input.js'
import { toAdminUser } from './user_transformer.js'

/** All users, for platform admins (contract/01-changes#reads-for-a-console). */
@inject()
export default class AdminUsersController {
  constructor(protected users: SearchUsers) {}

  async index({ request }: HttpContext) {
    const { search, page } = await searchPageQuery(request.qs())
    const { items, nextCursor } = await this.users.execute(search, page)
    return ok({ users: items.map(toAdminUser), nextCursor })
  }

  /** @throws Refusal USER_NOT_FOUND, CONFLICT */
  @inject()
  async update(ctx: HttpContext, administer: AdministerUser) {
    const userId = uuidParam(ctx, 'userId')
    const { disabled } = await administerUserValidator.validate(ctx.request.body())
    await administer.execute(userId, disabled, originOf(ctx))
    const user = await this.users.one(userId)
    if (!user) throw new Refusal('USER_NOT_FOUND')
    return ok({ user: toAdminUser(user) })
  }
}
