import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { atLeast, type Role } from '#domain/org/roles'
import type { Scope } from '#domain/scope'
import { isUuid } from '#domain/uuid'
import Refusal, { invalidField } from '#exceptions/refusal'
import FindScope from '#queries/access/find_scope'

export type ScopeOptions = {
  /** The lowest role that may do this. */
  role: Role
}

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** What this request may touch, once one of the scope middleware has let it in. */
    scope: Scope
    /** The caller's role in the org of the scope; users only. */
    role: Role
  }
}

/** Routes of an org (`:orgId`): ORG_NOT_FOUND, FORBIDDEN for others, INSUFFICIENT_SCOPE (contract 1). */
@inject()
export default class OrgMiddleware {
  constructor(protected findScope: FindScope) {}

  async handle(ctx: HttpContext, next: NextFn, { role }: ScopeOptions) {
    const user = ctx.auth.use('user').getUserOrFail()
    const access = await this.findScope.ofOrg(user.id, uuidParam(ctx, 'orgId'))
    if (!access) throw new Refusal('ORG_NOT_FOUND')
    if (!access.role) throw new Refusal('FORBIDDEN', { message: 'You are not a member of this org' })
    enter(ctx, { orgId: access.orgId, role: access.role }, role)
    return next()
  }
}

/** A path parameter that must be a UUID. Errors: VALIDATION_ERROR. */
export function uuidParam(ctx: HttpContext, name: string): string {
  const value = ctx.params[name]
  if (!isUuid(value)) throw invalidField(name, `${name} must be a UUID`)
  return value.toLowerCase()
}

/** Settles the scope of a user's request, or refuses a role that is too low with INSUFFICIENT_SCOPE. */
export function enter(ctx: HttpContext, access: { orgId: string; role: Role }, needed: Role) {
  if (!atLeast(access.role, needed)) {
    throw new Refusal('INSUFFICIENT_SCOPE', {
      message: `This needs the role ${needed}, yours is ${access.role}`,
    })
  }
  const user = ctx.auth.use('user').getUserOrFail()
  ctx.role = access.role
  ctx.scope = { orgId: access.orgId, productId: null, actor: { type: 'user', id: user.id } }
}
