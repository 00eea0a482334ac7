import { useEffect } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { forgetLicenseLists } from './org_stream'
import { asRefusal } from './refusal'

/** Lists of licenses are read again page by page. How the console looks is nobody else's to change. */
const OTHERS = ['licenses', 'aged page', 'preferences']

/**
 * Reads again what pages show, if a change was refused because its row has changed or is gone: somebody else was faster,
 * and a page that went on showing the old state would offer the same change for ever.
 */
export function lookAgain(queryClient: QueryClient, error: unknown) {
  const { status } = asRefusal(error)
  if (status !== 404 && status !== 409) return
  const queries = queryClient.getQueryCache().getAll()
  const lists = queries.filter(({ queryKey: [name] }) => name === OTHERS[0])
  for (const orgId of new Set(lists.map(({ queryKey }) => queryKey[1] as string)))
    forgetLicenseLists(queryClient, orgId)
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !OTHERS.includes(queryKey[0] as string) })
}

/** Calls `lookAgain` after every refused write of the pages inside the caller. */
export function useLookAgain() {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error')
          lookAgain(queryClient, event.action.error)
      }),
    [queryClient]
  )
}
