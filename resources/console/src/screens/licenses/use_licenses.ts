import { useCallback, useMemo } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { listLicenses } from '../../api/licenses'
import { listProducts } from '../../api/products'
import { useChoice } from '../../ui/kept_choice'
import { toQuery, type FilterSearch } from './filter'

const PAGE = 200

/** Reads the licenses of a filter page by page as the user scrolls, and their total number. */
export function useLicenses(orgId: string, search: FilterSearch) {
  const query = toQuery(search, useChoice('zone'))
  const list = useInfiniteQuery({
    queryKey: ['licenses', orgId, query],
    queryFn: ({ pageParam, signal }) =>
      listLicenses({
        path: { orgId },
        query: { ...query, pageSize: PAGE, include: 'clock', cursor: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // A refetch would request all loaded pages at once, e.g. 50 requests of a rate limit of 120.
    staleTime: Infinity,
    refetchOnMount: false,
    refetchOnReconnect: false,
  })
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = list
  const rows = useMemo(() => data?.pages.flatMap(({ licenses }) => licenses) ?? [], [data])
  const more = useCallback(() => {
    // After an error only the user retries a page. The list stays at its end all the time, so an automatic retry would
    // loop.
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  const retry = () => void (isFetchNextPageError ? fetchNextPage() : refetch())
  return { list, rows, total: data?.pages[0].pagination.total ?? 0, more, retry }
}

const MOST_PRODUCTS = 200

/** Reads the products of an org, for choices and for names. */
export function useProducts(orgId: string) {
  const { data } = useQuery({
    queryKey: ['products', orgId],
    queryFn: ({ signal }) => listProducts({ path: { orgId }, query: { limit: MOST_PRODUCTS }, signal }),
  })
  const products = useMemo(() => data?.products ?? [], [data])
  const names = useMemo(() => new Map(products.map(({ id, name }) => [id, name])), [products])
  return { products, names, areKnown: data !== undefined }
}
