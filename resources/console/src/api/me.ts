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

/** Returns the signed-in user. Only screens of the shell may use it, because they are shown only after sign-in. */
export function useMe() {
  return useQuery(meQuery).data!
}

/** Returns the org with this id, and `may`, which tells if the user has at least the given role in it. */
export function useOrg(orgId: string) {
  const org = useMe().orgs.find((one) => one.id === orgId)
  return { org, may: (role: Org['role']) => org !== undefined && RANKS[org.role] >= RANKS[role] }
}
