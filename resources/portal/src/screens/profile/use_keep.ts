import { useQueryClient } from '@tanstack/react-query'
import { meQuery } from '../../api/me'
import type { EndUserProfile } from '../../api/types'

/** Returns a function that caches the end user from an answer of the service, so that pages show it. */
export function useKeep() {
  const queryClient = useQueryClient()
  return (answer: { endUser: EndUserProfile }) => {
    queryClient.setQueryData(meQuery.queryKey, answer)
    void queryClient.invalidateQueries({ queryKey: ['sign-ins'] })
  }
}
