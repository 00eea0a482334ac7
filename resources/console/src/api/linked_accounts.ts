import { queryOptions, useQuery } from '@tanstack/react-query'
import { listLinkedAccounts } from './my_account'
import { asRefusal } from './refusal'

export const linkedAccountsQuery = queryOptions({
  queryKey: ['linked accounts'],
  queryFn: ({ signal }) => listLinkedAccounts({ signal }),
  // Linking is completed in another tab, so this list is reloaded when the user comes back.
  refetchOnWindowFocus: 'always',
})

/**
 * Returns true if the session began through the SSO of an org: it opens that org only, and nothing that protects the
 * account itself, such as the password. The service says so by its refusal of the linked accounts. Undefined until it is
 * known.
 */
export function useIsBoundToOrg(): boolean | undefined {
  const { data, error } = useQuery(linkedAccountsQuery)
  if (error) return asRefusal(error).code === 'FORBIDDEN'
  return data && false
}
