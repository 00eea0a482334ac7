/** Org roles, highest first (contract#org-roles). */
export const ROLES = ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'] as const
export type Role = (typeof ROLES)[number]

/** The role that every member has at least. */
export const LOWEST: Role = 'VIEWER'

/** Whether `role` may do what needs `needed`. */
export function atLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(needed)
}
