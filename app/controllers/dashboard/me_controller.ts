import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#exceptions/envelope'
import Memberships from '#queries/memberships'
import { toOrg } from '#transformers/org_transformer'

/** GET /v1/dashboard/me (interface 4.1). */
export default class MeController {
  @inject()
  async show({ auth }: HttpContext, memberships: Memberships) {
    const { id, email, emailVerified, platformAdmin } = auth.use('user').getUserOrFail()
    const orgs = await memberships.ofUser(id)
    return ok({ user: { id, email, emailVerified, platformAdmin }, orgs: orgs.map(toOrg) })
  }
}
