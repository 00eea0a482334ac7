import type { QueryClient } from '@tanstack/react-query'
import { forgetLicenseLists } from './org_stream'
import { isOvertaken } from './refused_writes'

/** Lists of licenses are read again page by page. How the console looks is nobody else's to change. */
const OTHERS = ['licenses', 'aged page', 'preferences']

/** Reads again what pages show, if a change was overtaken. */
export function lookAgain(queryClient: QueryClient, error: unknown) {
  if (!isOvertaken(error)) return
  const queries = queryClient.getQueryCache().getAll()
  const lists = queries.filter(({ queryKey: [name] }) => name === OTHERS[0])
  for (const orgId of new Set(lists.map(({ queryKey }) => queryKey[1] as string)))
    forgetLicenseLists(queryClient, orgId)
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !OTHERS.includes(queryKey[0] as string) })
}
