import type { Member } from '../../api/types'
import { useAllMembers } from '../../api/use_all_members'

const memberName = ({ firstName, lastName, email }: Member) =>
  [firstName, lastName].filter(Boolean).join(' ') || email

/** Returns the members who can be assigned a ticket, as choices, and the name of an assignee by id. */
export function useMembers(orgId: string) {
  const { members, isComplete } = useAllMembers(orgId)
  const choices = members.map((one) => [one.userId, memberName(one)] as const)
  const names = new Map(choices)
  const nameOf = (id: string) => names.get(id) ?? (isComplete ? 'A former member' : '')
  return { choices, nameOf }
}
