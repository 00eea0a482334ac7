import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import MakePortalLink from '#end_users/actions/make_portal_link'
import { ok } from '#http/envelope'
import { uuidParam } from '#http/path'
import { portalLinkValidator } from './end_user_invite_input.js'

/** One-time links into the portal (contract/09-end-users#96-the-merchants-side). */
@inject()
export default class PortalLinksController {
  constructor(protected links: MakePortalLink) {}

  async store(ctx: HttpContext) {
    const id = uuidParam(ctx, 'endUserId')
    const { returnUrl = null } = await portalLinkValidator.validate(ctx.request.body())
    return ok({ portalLink: await this.links.execute(ctx.scope, id, returnUrl, originOf(ctx)) })
  }
}
