import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import AcceptInvite from '#actions/orgs/accept_invite'
import InviteMember from '#actions/orgs/invite_member'
import WithdrawInvite from '#actions/orgs/withdraw_invite'
import { originOf } from '#middleware/origin'
import ListInvites from '#queries/orgs/list_invites'
import { ok } from '#transformers/envelope'
import { toInvite, toMember } from '#transformers/team_transformer'
import { acceptInviteValidator, inviteValidator } from '#validators/org'
import { limitQuery } from '#validators/page'
import { uuidParam } from '#validators/path'
import { noFieldsValidator } from '#validators/strict'

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
