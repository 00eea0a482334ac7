import { listMembers } from './team'
import { useAllPages } from './use_all_pages'

const MOST_AT_ONCE = 200

/** Reads all members of an org. `isComplete` says that none is missing yet, so whoever is not among them is no member. */
export function useAllMembers(orgId: string) {
  const { data, hasNextPage } = useAllPages(['members', orgId, 'all'], (query, signal) =>
    listMembers({ path: { orgId }, query: { ...query, limit: MOST_AT_ONCE }, signal })
  )
  const members = data?.pages.flatMap((page) => page.members) ?? []
  return { members, isComplete: data !== undefined && !hasNextPage }
}
