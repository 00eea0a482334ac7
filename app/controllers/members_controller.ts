import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ChangeMember from '#actions/orgs/change_member'
import { endAdmission } from '#middleware/admission'
import { originOf } from '#middleware/origin'
import ListMembers from '#queries/orgs/list_members'
import { ok } from '#transformers/envelope'
import { toMember } from '#transformers/team_transformer'
import { memberRoleValidator } from '#validators/org'
import { limitQuery } from '#validators/page'
import { uuidParam } from '#validators/path'
import { noFieldsValidator } from '#validators/strict'

/** The team of an org (contract#orgs-members-invites). */
export default class MembersController {
  @inject()
  async index({ request, scope }: HttpContext, list: ListMembers) {
    const { items, nextCursor } = await list.execute(scope, await limitQuery(request.qs()))
    return ok({ members: items.map(toMember), nextCursor })
  }

  @inject()
  async update(ctx: HttpContext, change: ChangeMember) {
    const userId = uuidParam(ctx, 'userId')
    const { role } = await memberRoleValidator.validate(ctx.request.body())
    if (userId === ctx.scope.actor.id) endAdmission(ctx)
    return ok({ member: toMember(await change.setRole(ctx.scope, userId, role, originOf(ctx))) })
  }

  @inject()
  async destroy(ctx: HttpContext, change: ChangeMember) {
    await noFieldsValidator.validate(ctx.request.body())
    const userId = uuidParam(ctx, 'userId')
    if (userId === ctx.scope.actor.id) endAdmission(ctx)
    return ok({ id: await change.remove(ctx.scope, userId, originOf(ctx)) })
  }
}
