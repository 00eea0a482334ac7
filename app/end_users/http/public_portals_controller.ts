import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import FindOpenPortal from '#end_users/queries/find_open_portal'
import FindOwnHosts from '#end_users/queries/find_own_hosts'
import { ok } from '#http/envelope'
import Refusal, { invalidField } from '#kernel/refusals/refusal'
import { orgSuspended } from '#kernel/refusals/refusals'
import { publicPortalValidator } from './doors_input.js'
import { toPublicPortal } from './public_portal_transformer.js'

/** Portals before sign-in (contract/09-end-users#91-settings). */
@inject()
export default class PublicPortalsController {
  constructor(
    protected portals: FindOpenPortal,
    protected hosts: FindOwnHosts
  ) {}

  async show({ request }: HttpContext) {
    const { orgId, hostname } = await publicPortalValidator.validate(request.qs())
    if (!orgId && !hostname) throw invalidField('orgId', 'Send orgId or hostname')
    const org = orgId ?? (await this.hosts.orgAt(hostname!.toLowerCase().replace(/\.$/, '')))
    const found = org ? await this.portals.ofOrg(org) : null
    if (found?.suspended) throw orgSuspended()
    if (!found?.portal.enabled) throw new Refusal('ORG_NOT_FOUND')
    return ok({ portal: toPublicPortal(found) })
  }
}
