import type { Member } from '../../api/types'

export const ROLES: readonly (readonly [Member['role'], string])[] = [
  ['OWNER', 'Owner'],
  ['ADMIN', 'Admin'],
  ['MEMBER', 'Member'],
  ['VIEWER', 'Viewer'],
]

export const roleName = (role: Member['role']) => ROLES.find(([one]) => one === role)![1]
