import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import type { Role } from '#orgs/rules/roles'
import Refusal from '#kernel/refusals/refusal'
import { notAMember } from '#kernel/refusals/refusals'
import FindScope from './find_scope.js'
import type { Described } from '#http/described'
import { uuidParam } from '#http/path'
import { enter, tooLow } from './admission.js'

export type ScopeOptions = {
  /** The lowest role that may use the route. */
  role: Role
}

export type OrgScopeOptions = ScopeOptions & {
  /** True if any role is enough when `:userId` is the caller. */
  ownUser?: boolean
}

/**
 * Opens routes of an org (`:orgId`). ORG_NOT_FOUND; FORBIDDEN for users who are not members; INSUFFICIENT_SCOPE
 * (contract#access-to-an-org).
 */
@inject()
export default class OrgMiddleware {
  constructor(protected findScope: FindScope) {}

  static describe({ role }: OrgScopeOptions): Described {
    return { role, refuses: ['ORG_NOT_FOUND', 'FORBIDDEN', ...tooLow(role)] }
  }

  async handle(ctx: HttpContext, next: NextFn, { role, ownUser }: OrgScopeOptions) {
    const user = ctx.auth.use('user').getUserOrFail()
    const access = await this.findScope.ofOrg(user.id, uuidParam(ctx, 'orgId'))
    if (!access) throw new Refusal('ORG_NOT_FOUND')
    if (!access.role) throw notAMember()
    const needed = ownUser && uuidParam(ctx, 'userId') === user.id ? 'VIEWER' : role
    await enter(
      ctx,
      { ...access, role: access.role },
      { orgId: access.orgId, role: needed, denial: 'FORBIDDEN' }
    )
    return next()
  }
}
