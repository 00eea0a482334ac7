import type { BulkChangesFreezeData, LicensesIndexData } from '../../api/types'
import { startOfDay } from '../../ui/days'

/** The filter as query parameters of the page. */
export type FilterSearch = Partial<
  Record<'status' | 'frozen' | 'product' | 'search' | 'from' | 'to' | 'expires' | 'owner' | 'sort', string>
>
/**
 * The filter as lists, exports and bulk changes send it. One function builds it, so that all of them mean the same
 * licenses.
 */
export type LicenseFilter = NonNullable<NonNullable<BulkChangesFreezeData['body']>['filter']>
type Query = NonNullable<LicensesIndexData['query']>

export const STATUSES = ['ACTIVE', 'PENDING', 'SUSPENDED', 'REVOKED', 'EXPIRED'] as const

/** Builds the filter. Days are those of the zone in which the console shows times. */
export function toFilter(search: FilterSearch, zone: 'local' | 'utc'): LicenseFilter {
  const filter: LicenseFilter = {
    status: STATUSES.find((one) => one === search.status),
    frozen: search.frozen === undefined ? undefined : search.frozen === 'true',
    productId: search.product,
    search: search.search,
    createdAfter: startOfDay(search.from, zone),
    createdBefore: startOfDay(search.to, zone, 1),
    expiresBefore: startOfDay(search.expires, zone, 1),
    endUserId: search.owner,
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

export function toQuery(search: FilterSearch, zone: 'local' | 'utc'): Query {
  const sort = search.sort === 'createdAt' ? ('createdAt' as const) : undefined
  return { ...(toFilter(search, zone) as Query), sort }
}

export const isFiltered = (search: FilterSearch) => Object.keys(toFilter(search, 'utc')).length > 0
