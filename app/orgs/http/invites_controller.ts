import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import AcceptInvite from '#orgs/actions/accept_invite'
import InviteMember from '#orgs/actions/invite_member'
import WithdrawInvite from '#orgs/actions/withdraw_invite'
import { originOf } from '#access/origin'
import ListInvites from '#orgs/queries/list_invites'
import { ok } from '#http/envelope'
import { toInvite, toMember } from './team_transformer.js'
import { acceptInviteValidator, inviteValidator } from './org_input.js'
import { limitQuery } from '#http/page'
import { uuidParam } from '#http/path'
import { noFieldsValidator } from '#http/strict'

/** Invites to an org (contract#orgs-members-invites). */
export default class InvitesController {
  @inject()
  async index({ request, scope }: HttpContext, list: ListInvites) {
    const { items, nextCursor } = await list.execute(scope, await limitQuery(request.qs()))
    return ok({ invites: items.map(toInvite), nextCursor })
  }

  @inject()
  async store(ctx: HttpContext, inviteMember: InviteMember) {
    const { email, role } = await inviteValidator.validate(ctx.request.body())
    const invite = await inviteMember.execute(ctx.scope, email, role, originOf(ctx))
    ctx.response.status(201)
    return ok({ invite: toInvite(invite) })
  }

  @inject()
  async destroy(ctx: HttpContext, withdraw: WithdrawInvite) {
    await noFieldsValidator.validate(ctx.request.body())
    return ok({ id: await withdraw.execute(ctx.scope, uuidParam(ctx, 'inviteId'), originOf(ctx)) })
  }

  @inject()
  async accept(ctx: HttpContext, acceptInvite: AcceptInvite) {
    const { token } = await acceptInviteValidator.validate(ctx.request.body())
    const user = ctx.auth.use('user').getUserOrFail()
    return ok({ member: toMember(await acceptInvite.execute(user, token, originOf(ctx))) })
  }
}
