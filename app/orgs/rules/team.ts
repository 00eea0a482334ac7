import { atLeast, ROLES, type Role } from './roles.js'

/** A change of a team, as its rule sees it; `to` is null for a removal. */
export type TeamChange = {
  /** The caller's role. */
  by: Role
  from: Role
  to: Role | null
  /** How many OWNERs the org has before the change. */
  owners: number
  /** The caller changes his own membership. */
  self: boolean
}

/**
 * Why a team may not change like this; null when it may (contract#org-roles): everybody may leave, ADMINs manage the
 * team, only OWNERs touch owners, and the last OWNER stays one.
 */
export function teamChangeProblem({
  by,
  from,
  to,
  owners,
  self,
}: TeamChange): 'role-too-low' | 'last-owner' | null {
  const needed: Role = from === 'OWNER' || to === 'OWNER' ? 'OWNER' : 'ADMIN'
  const leaves = self && to === null
  if (!leaves && !atLeast(by, needed)) return 'role-too-low'
  if (from === 'OWNER' && to !== 'OWNER' && owners <= 1) return 'last-owner'
  return null
}

/** Whether somebody with role `by` may bring in a member with role `invited`; null is the role of no member. */
export function mayInvite(by: Role | null, invited: Role): boolean {
  return by !== null && teamChangeProblem({ by, from: invited, to: invited, owners: 1, self: false }) === null
}

/** The roles that an invite by somebody with role `by` may have. */
export function invitableRoles(by: Role | null): Role[] {
  return ROLES.filter((role) => mayInvite(by, role))
}
