import { queryOptions, useQuery } from '@tanstack/react-query'
import { readMe } from './accounts'
import { noteSignedIn } from './call'
import type { Org } from './types'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const me = await readMe({ signal })
    noteSignedIn()
    return me
  },
  staleTime: Infinity,
})

const RANKS: Record<Org['role'], number> = { VIEWER: 0, MEMBER: 1, ADMIN: 2, OWNER: 3 }

/** Whoever is signed in; screens of the shell are shown to nobody else. */
export function useMe() {
  return useQuery(meQuery).data!
}

/** The org of the address, and whether this role may do what takes another one. */
export function useOrg(orgId: string) {
  const org = useMe().orgs.find((one) => one.id === orgId)
  return { org, may: (role: Org['role']) => org !== undefined && RANKS[org.role] >= RANKS[role] }
}
