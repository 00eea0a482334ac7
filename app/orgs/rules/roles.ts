/** Org roles, highest first (contract#org-roles). */
export const ROLES = ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'] as const
export type Role = (typeof ROLES)[number]

/** The lowest role. Every member has at least this role. */
export const LOWEST: Role = 'VIEWER'

/** Returns true if `role` is at least `needed`. */
export function atLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(needed)
}
