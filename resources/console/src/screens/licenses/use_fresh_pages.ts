import { useQuery, useQueryClient } from '@tanstack/react-query'
import { agedPageIn, withFresh, type LicensePage, type LicensePages, type View } from '../../api/aged_pages'

/**
 * Reads the pages of a list again that are in view and older than a change, one after the other, and puts them in their
 * places. The list is the one that is cached under `queryKey`.
 */
export function useFreshPages(
  queryKey: readonly unknown[],
  list: LicensePages | undefined,
  view: View,
  read: (cursor: string, signal: AbortSignal) => Promise<LicensePage>
) {
  const queryClient = useQueryClient()
  const at = list ? agedPageIn(list, view) : null
  const cursor = at === null ? '' : (list!.pageParams[at] as string)
  const change = at === null ? 0 : list!.pages[at].aged!
  return useQuery({
    queryKey: ['aged page', ...queryKey, cursor, change],
    queryFn: async ({ signal }) => {
      const fresh = await read(cursor, signal)
      queryClient.setQueryData<LicensePages>(queryKey, (now) => now && withFresh(now, cursor, fresh, change))
      return null
    },
    enabled: at !== null,
    staleTime: 0,
    gcTime: 0,
  })
}
