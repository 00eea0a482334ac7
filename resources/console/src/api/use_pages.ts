import { useInfiniteQuery } from '@tanstack/react-query'

/** Reads a list page by page and caches it under `queryKey`. */
export function usePages<Page extends { nextCursor: string | null }>(
  queryKey: readonly unknown[],
  read: (query: { cursor?: string }, signal: AbortSignal) => Promise<Page>
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read({ cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}
