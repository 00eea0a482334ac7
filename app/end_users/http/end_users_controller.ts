import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ListEndUsers from '#end_users/queries/list_end_users'
import { toEndUser } from './end_user_transformer.js'
import { ok } from '#http/envelope'
import { limitQuery } from '#http/page'

/** License owners, for API keys with end_user:read (interface#44-licenses-api-key-path). */
@inject()
export default class EndUsersController {
  constructor(protected list: ListEndUsers) {}

  /** Those of the whole org of the key's product. */
  org(ctx: HttpContext) {
    return this.#answer(ctx, null)
  }

  /** Those with a license of the key's product. */
  product(ctx: HttpContext) {
    return this.#answer(ctx, ctx.scope.productId)
  }

  async #answer({ request, scope }: HttpContext, productId: string | null) {
    const page = await limitQuery(request.qs())
    const { items, nextCursor } = await this.list.execute(scope.orgId, productId, page)
    return ok({ endUsers: items.map(toEndUser), nextCursor })
  }
}
