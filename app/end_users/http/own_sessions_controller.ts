import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import EndOwnSignIns from '#end_users/actions/end_own_sign_ins'
import ListOwnSignIns from '#end_users/queries/list_own_sign_ins'
import { ok } from '#http/envelope'
import { limitQuery } from '#http/page'
import { uuidParam } from '#http/path'
import { noFieldsValidator } from '#http/strict'
import { toOwnSession } from './end_user_transformer.js'

/** The sign-ins of the signed-in end user (contract/09-end-users#94-the-end-user-himself-eu). */
@inject()
export default class OwnSessionsController {
  constructor(
    protected list: ListOwnSignIns,
    protected end: EndOwnSignIns
  ) {}

  async index({ auth, request, scope, endUserId }: HttpContext) {
    const page = await limitQuery(request.qs())
    const { token } = auth.use('endUser').getUserOrFail()
    const { items, nextCursor } = await this.list.execute(scope.orgId, endUserId, page)
    return ok({ sessions: items.map((session) => toOwnSession(session, token.sessionId)), nextCursor })
  }

  async destroy(ctx: HttpContext) {
    await noFieldsValidator.validate(ctx.request.body())
    const id = uuidParam(ctx, 'id')
    await this.end.one(ctx.scope.orgId, ctx.endUserId, id)
    return ok({ id })
  }

  async destroyAll({ request, scope, endUserId }: HttpContext) {
    await noFieldsValidator.validate(request.body())
    return ok({ revoked: await this.end.all(scope.orgId, endUserId) })
  }
}
