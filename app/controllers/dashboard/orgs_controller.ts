import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#exceptions/envelope'
import Memberships from '#queries/memberships'
import { toOrg } from '#transformers/org_transformer'

/** GET /v1/dashboard/orgs (interface 4.1). */
export default class OrgsController {
  @inject()
  async index({ auth }: HttpContext, memberships: Memberships) {
    const orgs = await memberships.ofUser(auth.use('user').getUserOrFail().id)
    return ok({ orgs: orgs.map(toOrg) })
  }
}
