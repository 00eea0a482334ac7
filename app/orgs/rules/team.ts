import { deny, type Verdict } from '#kernel/refusals/verdict'
import { atLeast, ROLES, type Role } from './roles.js'

/** Why a team refuses a change. */
export type TeamProblem = { reason: 'role-too-low' } | { reason: 'last-owner' }

/** A change of a team, as its rule sees it; `to` is null for a removal. */
export type TeamChange = {
  /** The caller's role. */
  by: Role
  from: Role
  to: Role | null
  /** How many OWNERs the org has before the change. */
  owners: number
  /** The caller changes their own membership. */
  self: boolean
}

/**
 * Whether a team may change like this (contract#org-roles): everybody may leave, ADMINs manage the
 * team, only OWNERs touch owners, and the last OWNER stays one.
 */
export function teamVerdict({ by, from, to, owners, self }: TeamChange): Verdict<TeamProblem> {
  const needed: Role = from === 'OWNER' || to === 'OWNER' ? 'OWNER' : 'ADMIN'
  const leaves = self && to === null
  if (!leaves && !atLeast(by, needed)) return deny({ reason: 'role-too-low' })
  if (from === 'OWNER' && to !== 'OWNER' && owners <= 1) return deny({ reason: 'last-owner' })
  return { allow: true }
}

/** Whether somebody with role `by` may bring in a member with role `invited`; null is the role of no member. */
export function mayInvite(by: Role | null, invited: Role): boolean {
  return by !== null && teamVerdict({ by, from: invited, to: invited, owners: 1, self: false }).allow
}

/** The roles that an invite by somebody with role `by` may have. */
export function invitableRoles(by: Role | null): Role[] {
  return ROLES.filter((role) => mayInvite(by, role))
}
