import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import RevokeSessions from '#accounts/actions/revoke_sessions'
import ListSessions from '#accounts/queries/list_sessions'
import { ok } from '#http/envelope'
import { toSession } from './user_transformer.js'
import { limitQuery } from '#http/page'
import { uuidParam } from '#http/path'
import { noFieldsValidator } from '#http/strict'

/**
 * The refresh sessions of the signed-in user (interface#41-session-and-user). A user who signed in through the SSO of an
 * org sees and ends only sessions of this org's SSO.
 */
export default class MySessionsController {
  @inject()
  async index({ auth, request }: HttpContext, list: ListSessions) {
    const page = await limitQuery(request.qs())
    const guard = auth.use('user')
    const { items, nextCursor } = await list.execute(guard.getUserOrFail().id, page, guard.ssoOrgId)
    return ok({ sessions: items.map((one) => toSession(one, guard.sessionId)), nextCursor })
  }

  @inject()
  async destroy(ctx: HttpContext, revoke: RevokeSessions) {
    await noFieldsValidator.validate(ctx.request.body())
    const id = uuidParam(ctx, 'id')
    const guard = ctx.auth.use('user')
    await revoke.one(guard.getUserOrFail().id, id, guard.ssoOrgId)
    return ok({ id })
  }

  @inject()
  async destroyAll({ auth, request }: HttpContext, revoke: RevokeSessions) {
    await noFieldsValidator.validate(request.body())
    const guard = auth.use('user')
    return ok({ revoked: await revoke.all(guard.getUserOrFail().id, guard.ssoOrgId) })
  }
}
