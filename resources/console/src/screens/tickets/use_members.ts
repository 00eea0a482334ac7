import { useQuery } from '@tanstack/react-query'
import { listMembers } from '../../api/team'
import type { Member } from '../../api/types'

const MOST_MEMBERS = 200

const memberName = ({ firstName, lastName, email }: Member) =>
  [firstName, lastName].filter(Boolean).join(' ') || email

/** Returns the members who can be assigned a ticket, as choices, and the name of an assignee by id. */
export function useMembers(orgId: string) {
  const { data } = useQuery({
    queryKey: ['members', orgId, 'all'],
    queryFn: ({ signal }) => listMembers({ path: { orgId }, query: { limit: MOST_MEMBERS }, signal }),
  })
  const choices = (data?.members ?? []).map((one) => [one.userId, memberName(one)] as const)
  const names = new Map(choices)
  const nameOf = (id: string) => names.get(id) ?? (data ? 'A former member' : '')
  return { choices, nameOf }
}
