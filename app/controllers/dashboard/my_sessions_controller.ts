import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import RevokeSessions from '#actions/auth/revoke_sessions'
import { ok } from '#exceptions/envelope'
import { uuidParam } from '#middleware/org_middleware'
import ListSessions from '#queries/list_sessions'
import { toSession } from '#transformers/user_transformer'

/** The refresh sessions of the signed-in user (interface 4.1). */
export default class MySessionsController {
  @inject()
  async index({ auth }: HttpContext, list: ListSessions) {
    const sessions = await list.execute(auth.use('user').getUserOrFail().id)
    return ok({ sessions: sessions.map(toSession) })
  }

  @inject()
  async destroy(ctx: HttpContext, revoke: RevokeSessions) {
    const id = uuidParam(ctx, 'id')
    await revoke.one(ctx.auth.use('user').getUserOrFail().id, id)
    return ok({ id })
  }

  @inject()
  async destroyAll({ auth }: HttpContext, revoke: RevokeSessions) {
    return ok({ revoked: await revoke.all(auth.use('user').getUserOrFail().id) })
  }
}
