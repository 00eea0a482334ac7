import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import type { Role } from '#domain/org/roles'
import { isUuid } from '#domain/uuid'
import Refusal, { invalidField } from '#exceptions/refusal'
import FindScope from '#queries/access/find_scope'
import { enter } from './admission.js'

export type ScopeOptions = {
  /** The lowest role that may do this. */
  role: Role
}

export type OrgScopeOptions = ScopeOptions & {
  /** Where `:userId` is the caller himself, any role will do. */
  ownUser?: boolean
}

/** Routes of an org (`:orgId`): ORG_NOT_FOUND, FORBIDDEN for others, INSUFFICIENT_SCOPE (contract#access-to-an-org). */
@inject()
export default class OrgMiddleware {
  constructor(protected findScope: FindScope) {}

  async handle(ctx: HttpContext, next: NextFn, { role, ownUser }: OrgScopeOptions) {
    const user = ctx.auth.use('user').getUserOrFail()
    const access = await this.findScope.ofOrg(user.id, uuidParam(ctx, 'orgId'))
    if (!access) throw new Refusal('ORG_NOT_FOUND')
    if (!access.role) throw new Refusal('FORBIDDEN', { message: 'You are not a member of this org' })
    const needed = ownUser && uuidParam(ctx, 'userId') === user.id ? 'VIEWER' : role
    enter(ctx, access.role, { orgId: access.orgId, role: needed, denial: 'FORBIDDEN' })
    return next()
  }
}

/** A path parameter that must be a UUID. Errors: VALIDATION_ERROR. */
export function uuidParam(ctx: HttpContext, name: string): string {
  const value = ctx.params[name]
  if (!isUuid(value)) throw invalidField(name, `${name} must be a UUID`)
  return value.toLowerCase()
}
