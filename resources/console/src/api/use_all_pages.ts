import { useEffect } from 'react'
import { usePages } from './use_pages'

/**
 * Reads a list page by page as `usePages` does, and goes on until all of its pages are there, or until `goesOn` says
 * that these are enough. For lists whose newest row comes last, and for choices between all rows. After an error only
 * the user goes on, because an automatic retry would loop.
 */
export function useAllPages<Page extends { nextCursor: string | null }>(
  queryKey: Parameters<typeof usePages<Page>>[0],
  read: Parameters<typeof usePages<Page>>[1],
  goesOn: (pages: Page[]) => boolean = () => true
) {
  const list = usePages(queryKey, read)
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const isDue = hasNextPage && !isFetching && !isFetchNextPageError && goesOn(data?.pages ?? [])
  useEffect(() => {
    if (isDue) void fetchNextPage()
  }, [isDue, fetchNextPage])
  return list
}
