import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#exceptions/envelope'
import ListEndUsers from '#queries/end_users/list_end_users'
import { toEndUser } from '#transformers/end_user_transformer'
import { limitQuery } from '#validators/page'

/** License owners, for API keys with end_user:read (interface#44-licenses-api-key-path). */
export default class EndUsersController {
  /** Those of the whole org of the key's product. */
  @inject()
  async org({ request, scope }: HttpContext, list: ListEndUsers) {
    const page = await limitQuery(request.qs())
    const { items, nextCursor } = await list.execute(scope.orgId, null, page)
    return ok({ endUsers: items.map(toEndUser), nextCursor })
  }

  /** Those with a license of the key's product. */
  @inject()
  async product({ request, scope }: HttpContext, list: ListEndUsers) {
    const page = await limitQuery(request.qs())
    const { items, nextCursor } = await list.execute(scope.orgId, scope.productId, page)
    return ok({ endUsers: items.map(toEndUser), nextCursor })
  }
}
