import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import RevokeSessions from '#accounts/actions/revoke_sessions'
import ListSessions from '#accounts/queries/list_sessions'
import { ok } from '#http/envelope'
import { toSession } from './user_transformer.js'
import { limitQuery } from '#http/page'
import { uuidParam } from '#http/path'
import { noFieldsValidator } from '#http/strict'

/** The refresh sessions of the signed-in user (interface#41-session-and-user). */
export default class MySessionsController {
  @inject()
  async index({ auth, request }: HttpContext, list: ListSessions) {
    const page = await limitQuery(request.qs())
    const guard = auth.use('user')
    const { items, nextCursor } = await list.execute(guard.getUserOrFail().id, page)
    return ok({ sessions: items.map((one) => toSession(one, guard.sessionId)), nextCursor })
  }

  @inject()
  async destroy(ctx: HttpContext, revoke: RevokeSessions) {
    await noFieldsValidator.validate(ctx.request.body())
    const id = uuidParam(ctx, 'id')
    await revoke.one(ctx.auth.use('user').getUserOrFail().id, id)
    return ok({ id })
  }

  @inject()
  async destroyAll({ auth, request }: HttpContext, revoke: RevokeSessions) {
    await noFieldsValidator.validate(request.body())
    return ok({ revoked: await revoke.all(auth.use('user').getUserOrFail().id) })
  }
}
