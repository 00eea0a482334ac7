import type { Member } from '../../api/types'

const ROLES: readonly (readonly [Member['role'], string])[] = [
  ['OWNER', 'Owner'],
  ['ADMIN', 'Admin'],
  ['MEMBER', 'Member'],
  ['VIEWER', 'Viewer'],
]

/** Returns the roles that a member may give. Only owners make others owners. */
export const rolesGivenBy = (isOwner: boolean) => ROLES.filter(([role]) => isOwner || role !== 'OWNER')

export const roleName = (role: Member['role']) => ROLES.find(([one]) => one === role)![1]
