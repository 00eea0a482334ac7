import { useEffect } from 'react'
import { usePages } from './use_pages'

/**
 * Reads a list page by page as `usePages` does, and goes on until all of its pages are there. For lists whose newest
 * row comes last. After an error only the user goes on, because an automatic retry would loop.
 */
export function useAllPages<Page extends { nextCursor: string | null }>(
  ...[queryKey, read]: Parameters<typeof usePages<Page>>
) {
  const list = usePages(queryKey, read)
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  return list
}
