import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import InviteEndUser from '#end_users/actions/invite_end_user'
import WithdrawEndUserInvite from '#end_users/actions/withdraw_end_user_invite'
import ListEndUserInvites from '#end_users/queries/list_end_user_invites'
import { ok } from '#http/envelope'
import { limitQuery } from '#http/page'
import { uuidParam } from '#http/path'
import { noFieldsValidator } from '#http/strict'
import { endUserInviteValidator } from './end_user_invite_input.js'
import { toEndUserInvite } from './end_user_invite_transformer.js'

/** Invites of end users to the portal (contract/09-end-users#96-the-merchants-side). */
export default class EndUserInvitesController {
  @inject()
  async index({ request, scope }: HttpContext, list: ListEndUserInvites) {
    const { items, nextCursor } = await list.execute(scope, await limitQuery(request.qs()))
    return ok({ invites: items.map(toEndUserInvite), nextCursor })
  }

  @inject()
  async store(ctx: HttpContext, invite: InviteEndUser) {
    const asked = await endUserInviteValidator.validate(ctx.request.body())
    const made = await invite.execute(ctx.scope, asked, originOf(ctx))
    ctx.response.status(201)
    return ok({ invite: toEndUserInvite(made) })
  }

  @inject()
  async destroy(ctx: HttpContext, withdraw: WithdrawEndUserInvite) {
    const id = uuidParam(ctx, 'inviteId')
    await noFieldsValidator.validate(ctx.request.body())
    return ok({ id: await withdraw.execute(ctx.scope, id, originOf(ctx)) })
  }
}
