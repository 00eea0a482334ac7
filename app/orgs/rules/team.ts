import { deny, type Verdict } from '#kernel/refusals/verdict'
import { atLeast, ROLES, type Role } from './roles.js'

/** The reasons for which a change of a team is refused. */
export type TeamProblem = { reason: 'role-too-low' } | { reason: 'last-owner' }

/** A change of a team, the input of its rule. `to` is null for a removal. */
export type TeamChange = {
  /** The caller's role. */
  by: Role
  from: Role
  to: Role | null
  /** The number of OWNERs before the change. */
  owners: number
  /** True if the caller changes their own membership. */
  self: boolean
}

/**
 * Decides whether a change of a team is allowed (contract#org-roles): every member may leave, ADMINs manage the team,
 * only OWNERs change owners, and the last OWNER must stay OWNER.
 */
export function teamVerdict({ by, from, to, owners, self }: TeamChange): Verdict<TeamProblem> {
  const needed: Role = from === 'OWNER' || to === 'OWNER' ? 'OWNER' : 'ADMIN'
  const leaves = self && to === null
  if (!leaves && !atLeast(by, needed)) return deny({ reason: 'role-too-low' })
  if (from === 'OWNER' && to !== 'OWNER' && owners <= 1) return deny({ reason: 'last-owner' })
  return { allow: true }
}

/** Returns true if role `by` may invite a member with role `invited`. `by` is null for a user who is not a member. */
export function mayInvite(by: Role | null, invited: Role): boolean {
  return by !== null && teamVerdict({ by, from: invited, to: invited, owners: 1, self: false }).allow
}

/** The roles that role `by` may invite. */
export function invitableRoles(by: Role | null): Role[] {
  return ROLES.filter((role) => mayInvite(by, role))
}
