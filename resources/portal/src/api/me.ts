import { queryOptions, useQuery } from '@tanstack/react-query'
import { route } from './route'
import { sessionNow } from './session'
import type { EndUsersOwnProfileShowData, EndUsersOwnProfileShowResponses } from './types'

const readMe = route<EndUsersOwnProfileShowData, EndUsersOwnProfileShowResponses>('GET', '/v1/enduser/me')

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => readMe({ signal }),
  staleTime: Infinity,
})

/** Returns the signed-in end user. After a sign-in with a license key there is no end user, and `byKey` is true. */
export function useMe() {
  const byKey = sessionNow()?.claims.lic !== undefined
  const { data } = useQuery({ ...meQuery, enabled: !byKey })
  const endUser = data?.endUser
  const shownName = byKey ? 'a license key' : (endUser?.email ?? endUser?.username ?? 'your account')
  return { byKey, endUser, shownName }
}
