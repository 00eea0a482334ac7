import type { HttpContext } from '@adonisjs/core/http'
import type { RequiredPermission } from '#catalog/rules/permissions'
import { atLeast, LOWEST, type Role } from '#orgs/rules/roles'
import type { Scope } from '#kernel/audit/scope'
import { USER_VIEW, type View } from './view.js'
import type { Code } from '#kernel/refusals/codes'
import Refusal from '#kernel/refusals/refusal'
import FindScope from './find_scope.js'
import type { Admission } from '#http/idempotency'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** The scope of this request, set by the scope middleware. */
    scope: Scope
    /** The personal data of end users that this caller may see. */
    sees: View
    /** The caller's role in the org of the scope; users only. */
    role: Role
    /** By what the request was let in; users' requests to an org or to something in one only. */
    admission?: Admission
    /** The permission that let an API key in, on routes that need one. */
    requiredPermission?: RequiredPermission
  }
}

/** The code of a role that is too low; nobody's is lower than the lowest. */
export const tooLow = (role: Role): Code[] => (role === LOWEST ? [] : ['INSUFFICIENT_SCOPE'])

/** Settles the scope of a user's request, or refuses a role that is too low with INSUFFICIENT_SCOPE. */
export function enter(ctx: HttpContext, role: Role, admission: Admission) {
  if (!atLeast(role, admission.role)) {
    throw new Refusal('INSUFFICIENT_SCOPE', {
      message: `This needs the role ${admission.role}; your role is ${role}`,
    })
  }
  const user = ctx.auth.use('user').getUserOrFail()
  ctx.role = role
  ctx.admission = admission
  ctx.sees = USER_VIEW
  ctx.scope = { orgId: admission.orgId, productId: null, actor: { type: 'user', id: user.id } }
}

/**
 * Lets a user in by an earlier admission, for a replay.
 * @throws that admission's denial for somebody who left the org since, INSUFFICIENT_SCOPE for a role that is too low
 *   by now.
 */
export async function enterAgain(ctx: HttpContext, admission: Admission) {
  const user = ctx.auth.use('user').getUserOrFail()
  const access = await new FindScope().ofOrg(user.id, admission.orgId)
  if (!access?.role) throw new Refusal(admission.denial)
  enter(ctx, access.role, admission)
}

/** For what ends by itself what let it in, such as leaving an org: a replay of its answer then asks for no role. */
export function endAdmission(ctx: HttpContext) {
  ctx.admission = undefined
}
