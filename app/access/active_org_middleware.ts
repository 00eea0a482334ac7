import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import type { Described } from '#http/described'
import Refusal from '#kernel/refusals/refusal'
import Memberships from '#orgs/queries/memberships'
import { enter, tooLow } from './admission.js'
import type { ScopeOptions } from './org_middleware.js'

/** Routes on the org that the user works in: NO_ACTIVE_ORG when that is not settled (contract#active-org). */
@inject()
export default class ActiveOrgMiddleware {
  constructor(protected memberships: Memberships) {}

  static describe({ role }: ScopeOptions): Described {
    return { role, refuses: ['NO_ACTIVE_ORG', ...tooLow(role)] }
  }

  async handle(ctx: HttpContext, next: NextFn, { role }: ScopeOptions) {
    const active = await this.memberships.active(ctx.auth.use('user').getUserOrFail().id)
    if (!active) throw new Refusal('NO_ACTIVE_ORG')
    enter(ctx, active.role, { orgId: active.id, role, denial: 'FORBIDDEN' })
    return next()
  }
}
