import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import type { Described } from '#http/described'
import Refusal from '#kernel/refusals/refusal'
import Memberships from '#orgs/queries/memberships'
import { enter, tooLow } from './admission.js'
import FindScope from './find_scope.js'
import type { ScopeOptions } from './org_middleware.js'

/** Opens routes on the active org of a user. NO_ACTIVE_ORG if no org is active (contract#active-org). */
@inject()
export default class ActiveOrgMiddleware {
  constructor(
    protected memberships: Memberships,
    protected findScope: FindScope
  ) {}

  static describe({ role }: ScopeOptions): Described {
    return { role, refuses: ['NO_ACTIVE_ORG', 'FORBIDDEN', ...tooLow(role)] }
  }

  async handle(ctx: HttpContext, next: NextFn, { role }: ScopeOptions) {
    const guard = ctx.auth.use('user')
    const { id } = guard.getUserOrFail()
    const orgId = guard.ssoOrgId ?? (await this.memberships.active(id))?.id
    const access = orgId && (await this.findScope.ofOrg(id, orgId))
    if (!access || !access.role) throw new Refusal('NO_ACTIVE_ORG')
    await enter(ctx, { ...access, role: access.role }, { orgId: access.orgId, role, denial: 'FORBIDDEN' })
    return next()
  }
}
