import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import ChangePortal from '#end_users/actions/change_portal'
import FindPortal from '#end_users/queries/find_portal'
import { ok } from '#http/envelope'
import { portalValidator } from './portal_input.js'

/** The portal of an org, for its merchant (contract/09-end-users#91-settings). */
@inject()
export default class PortalsController {
  constructor(
    protected findPortal: FindPortal,
    protected changePortal: ChangePortal
  ) {}

  async show({ scope }: HttpContext) {
    const { portal } = await this.findPortal.ofOrg(scope.orgId)
    return ok({ portal })
  }

  async update(ctx: HttpContext) {
    const patch = await portalValidator.validate(ctx.request.body())
    return ok({ portal: await this.changePortal.execute(ctx.scope, patch, originOf(ctx)) })
  }
}
