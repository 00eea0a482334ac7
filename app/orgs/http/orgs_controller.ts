import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import CreateOrg from '#orgs/actions/create_org'
import DeleteOrg from '#orgs/actions/delete_org'
import RenameOrg from '#orgs/actions/rename_org'
import { endAdmission } from '#access/admission'
import { originOf } from '#access/origin'
import Memberships from '#orgs/queries/memberships'
import { ok } from '#http/envelope'
import { toOrg } from './org_transformer.js'
import { orgValidator } from './org_input.js'
import { limitQuery } from '#http/page'
import { noFieldsValidator } from '#http/strict'

/** Orgs of the signed-in user (interface#41-session-and-user, contract#orgs-members-invites). */
export default class OrgsController {
  @inject()
  async index({ auth, request }: HttpContext, memberships: Memberships) {
    const page = await limitQuery(request.qs())
    const guard = auth.use('user')
    const { items, nextCursor } = await memberships.ofUser(guard.getUserOrFail().id, page, guard.ssoOrgId)
    return ok({ orgs: items.map(toOrg), nextCursor })
  }

  @inject()
  async store(ctx: HttpContext, createOrg: CreateOrg) {
    const { name } = await orgValidator.validate(ctx.request.body())
    const org = await createOrg.execute(ctx.auth.use('user').getUserOrFail().id, name, originOf(ctx))
    ctx.response.status(201)
    return ok({ org: toOrg(org) })
  }

  @inject()
  async update(ctx: HttpContext, renameOrg: RenameOrg) {
    const { name } = await orgValidator.validate(ctx.request.body())
    const org = await renameOrg.execute(ctx.scope, name, originOf(ctx))
    return ok({ org: toOrg({ ...org, role: ctx.role }) })
  }

  @inject()
  async destroy(ctx: HttpContext, deleteOrg: DeleteOrg) {
    await noFieldsValidator.validate(ctx.request.body())
    endAdmission(ctx)
    return ok({ id: await deleteOrg.execute(ctx.scope, originOf(ctx)) })
  }
}
