import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import ChangeEndUser from '#end_users/actions/change_end_user'
import CreateEndUser from '#end_users/actions/create_end_user'
import FindEndUser from '#end_users/queries/find_end_user'
import ListEndUsers from '#end_users/queries/list_end_users'
import { ok } from '#http/envelope'
import { refuseLossyNumbers } from '#http/exact_numbers'
import { cursorOf, DEFAULT_LIMIT } from '#http/page'
import { uuidParam } from '#http/path'
import { noSuch } from '#kernel/refusals/refusals'
import { toEndUser, toFullEndUser } from './end_user_transformer.js'
import { endUserListValidator, personPatchValidator, personValidator } from './person_input.js'

/**
 * End users, for users of the dashboard and for API keys (interface#44-licenses-api-key-path,
 * contract/09-end-users#96-the-merchants-side).
 */
export default class EndUsersController {
  /** Lists the end users of the whole org. */
  @inject()
  index(ctx: HttpContext, list: ListEndUsers) {
    return this.#list(ctx, list, null)
  }

  /** Lists the end users with a license of the API key's product. */
  @inject()
  product(ctx: HttpContext, list: ListEndUsers) {
    return this.#list(ctx, list, ctx.scope.productId)
  }

  @inject()
  async show(ctx: HttpContext, find: FindEndUser) {
    const endUser = await find.full(ctx.scope, uuidParam(ctx, 'endUserId'), Date.now())
    if (!endUser) throw noSuch('end user')
    return ok({ endUser: toFullEndUser(endUser) })
  }

  @inject()
  async store(ctx: HttpContext, create: CreateEndUser) {
    refuseLossyNumbers(ctx)
    const person = await personValidator.validate(ctx.request.body())
    const endUser = await create.execute(ctx.scope, person, originOf(ctx))
    ctx.response.status(201)
    return ok({ endUser: toFullEndUser(endUser) })
  }

  @inject()
  async update(ctx: HttpContext, change: ChangeEndUser) {
    const id = uuidParam(ctx, 'endUserId')
    refuseLossyNumbers(ctx)
    const patch = await personPatchValidator.validate(ctx.request.body())
    return ok({ endUser: toFullEndUser(await change.execute(ctx.scope, id, patch, originOf(ctx))) })
  }

  async #list({ request, scope }: HttpContext, list: ListEndUsers, ofProduct: string | null) {
    const query = request.qs()
    const { limit = DEFAULT_LIMIT, productId, ...filter } = await endUserListValidator.validate(query)
    const asked = { ...filter, productId: ofProduct ?? productId }
    const { items, nextCursor } = await list.execute(scope, asked, { limit, cursor: cursorOf(query) })
    return ok({ endUsers: items.map(toEndUser), nextCursor })
  }
}
