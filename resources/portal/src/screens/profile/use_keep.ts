import { useQueryClient } from '@tanstack/react-query'
import { meQuery } from '../../api/me'
import type { EndUserProfile } from '../../api/types'

/** Shows an end user as the service has just answered. */
export function useKeep() {
  const queryClient = useQueryClient()
  return (answer: { endUser: EndUserProfile }) => {
    queryClient.setQueryData(meQuery.queryKey, answer)
    void queryClient.invalidateQueries({ queryKey: ['sign-ins'] })
  }
}
