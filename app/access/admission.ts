import type { HttpContext } from '@adonisjs/core/http'
import type { RequiredPermission } from '#catalog/rules/permissions'
import { atLeast, LOWEST, type Role } from '#orgs/rules/roles'
import NoteBypass from '#sso/actions/note_bypass'
import { enforcementOf } from '#sso/rules/connection'
import type { Scope } from '#kernel/audit/scope'
import { USER_VIEW, type View } from './view.js'
import type { Code } from '#kernel/refusals/codes'
import Refusal from '#kernel/refusals/refusal'
import { orgSuspended } from '#kernel/refusals/refusals'
import FindScope, { type OrgAccess } from './find_scope.js'
import { originOf } from './origin.js'
import { boundToOrg, ssoFirst } from './sso_bounds.js'
import { isGuardedRoute } from './token_cookies.js'
import type { Admission } from '#http/idempotency'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** The scope of this request, set by the scope middleware. */
    scope: Scope
    /** The personal data of end users that this caller may see. */
    sees: View
    /** The caller's role in the org of the scope; users only. */
    role: Role
    /**
     * The tenant and role by which the request was admitted. Set only for requests of users to an org or to a record
     * of one.
     */
    admission?: Admission
    /** The permission that admitted an API key, on routes that require one. */
    requiredPermission?: RequiredPermission
  }
}

type Access = Omit<OrgAccess, 'orgId'>

/** The refusal code for a role that is too low. The lowest role cannot be too low. */
export const tooLow = (role: Role): Code[] => (role === LOWEST ? [] : ['INSUFFICIENT_SCOPE'])

/**
 * Sets the scope of a user's request.
 * @throws Refusal FORBIDDEN for a sign-in through the SSO of another org, for a sign-in without SSO if the org enforces
 *   it, and for a change of a suspended org; INSUFFICIENT_SCOPE if the role is too low.
 */
export async function enter(ctx: HttpContext, access: Access, admission: Admission) {
  const { role, suspended } = access
  const guard = ctx.auth.use('user')
  const user = guard.getUserOrFail()
  // How the user has signed in comes first: who may not enter the org learns nothing about a role in it.
  if (!guard.opens(admission.orgId)) throw boundToOrg()
  await passSso(ctx, access, admission.orgId)
  if (!atLeast(role, admission.role)) {
    throw new Refusal('INSUFFICIENT_SCOPE', {
      message: `This needs the role ${admission.role}; your role is ${role}`,
    })
  }
  if (suspended && isGuardedRoute(ctx.request.method(), ctx.route?.pattern)) throw orgSuspended()
  ctx.role = role
  ctx.admission = admission
  ctx.sees = USER_VIEW
  ctx.scope = { orgId: admission.orgId, productId: null, actor: { type: 'user', id: user.id } }
}

/**
 * Admits a user by an earlier admission, for a replay.
 * @throws Refusal with that admission's denial if the user has left the org since; INSUFFICIENT_SCOPE if the role is
 *   too low now.
 */
export async function enterAgain(ctx: HttpContext, admission: Admission) {
  const user = ctx.auth.use('user').getUserOrFail()
  const access = await new FindScope().ofOrg(user.id, admission.orgId)
  if (!access?.role) throw new Refusal(admission.denial)
  await enter(ctx, { ...access, role: access.role }, admission)
}

/**
 * Admits a user to choose an org to work in. It leaves everything else about the choice to the caller.
 * @throws Refusal FORBIDDEN for a sign-in through the SSO of another org, and for a sign-in without SSO if the org
 *   enforces it.
 */
export async function assertMayChoose(ctx: HttpContext, find: FindScope, orgId: string) {
  const guard = ctx.auth.use('user')
  if (!guard.opens(orgId)) throw boundToOrg()
  const access = await find.ofOrg(guard.getUserOrFail().id, orgId)
  if (access?.role) await passSso(ctx, { ...access, role: access.role }, orgId)
}

/** @throws Refusal FORBIDDEN if the org requires SSO. An OWNER can bypass it, and the bypass is recorded. */
async function passSso(ctx: HttpContext, access: Access, orgId: string) {
  if (ctx.auth.use('user').ssoOrgId !== null) return
  const enforcement = enforcementOf(access)
  if (enforcement === 'free') return
  if (enforcement === 'required') throw ssoFirst()
  const { sessionId, user } = ctx.auth.use('user')
  const { id, email } = user!
  await new NoteBypass().execute({ orgId, email, session: sessionId ?? `user ${id}` }, originOf(ctx))
}

/**
 * Call this when the action removes the caller's own access, such as leaving an org. A replay of its answer then
 * checks no role.
 */
export function endAdmission(ctx: HttpContext) {
  ctx.admission = undefined
}
