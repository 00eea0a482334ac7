import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ChangeMember from '#orgs/actions/change_member'
import { endAdmission } from '#access/admission'
import { originOf } from '#access/origin'
import ListMembers from '#orgs/queries/list_members'
import { ok } from '#http/envelope'
import { toMember } from './team_transformer.js'
import { memberRoleValidator } from './org_input.js'
import { limitQuery } from '#http/page'
import { uuidParam } from '#http/path'
import { noFieldsValidator } from '#http/strict'

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
