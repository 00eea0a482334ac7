import { useCallback, useMemo } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { View } from '../../api/aged_pages'
import { listLicenses } from '../../api/licenses'
import { listProducts } from '../../api/products'
import { useChoice } from '../../ui/kept_choice'
import { toQuery, type FilterSearch } from './filter'
import { useFreshPages } from './use_fresh_pages'

const PAGE = 200
const ALL: View = [0, Infinity]

/**
 * Reads the licenses of a filter page by page as the user scrolls, and their total number. After a change it reads the
 * pages again whose rows are in `view`.
 */
export function useLicenses(orgId: string, search: FilterSearch, view = ALL) {
  const query = toQuery(search, useChoice('zone'))
  const queryKey = ['licenses', orgId, query]
  const read = (cursor: string, signal: AbortSignal) =>
    listLicenses({ path: { orgId }, query: { ...query, pageSize: PAGE, include: 'clock', cursor }, signal })
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // A refetch would request all loaded pages at once, e.g. 50 requests of a rate limit of 120.
    staleTime: Infinity,
    refetchOnMount: false,
    refetchOnReconnect: false,
  })
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const rows = useMemo(() => data?.pages.flatMap(({ licenses }) => licenses) ?? [], [data])
  const fresh = useFreshPages(queryKey, data, view, read)
  // A page that is read again may end elsewhere, and the next one then begins there.
  const mayRead = hasNextPage && !isFetchingNextPage && !fresh.isFetching
  const more = useCallback(() => {
    // After an error only the user retries a page. The list stays at its end all the time, so an automatic retry would
    // loop.
    if (mayRead && !isFetchNextPageError) void fetchNextPage()
  }, [mayRead, isFetchNextPageError, fetchNextPage])
  const retry = () => {
    if (fresh.error) return void fresh.refetch()
    void (isFetchNextPageError ? fetchNextPage() : list.refetch())
  }
  return {
    list,
    rows,
    total: data?.pages[0].pagination.total ?? 0,
    more,
    error: list.error ?? fresh.error,
    isRefreshing: data !== undefined && (list.isFetching || fresh.isFetching),
    retry,
  }
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
