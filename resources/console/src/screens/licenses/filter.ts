// With their endings, so that unit tests can import this file in Node.js.
import type { BulkChangesFreezeData, LicensesIndexData } from '../../api/types.js'
import { flagOf } from '../../search.js'
import { dayBefore, dayOf, startOfDay } from '../../ui/days.js'

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
    frozen: flagOf(search.frozen),
    productId: search.product,
    search: search.search,
    createdAfter: startOfDay(search.from, zone),
    createdBefore: startOfDay(search.to, zone, 1),
    expiresBefore: startOfDay(search.expires, zone, 1),
    endUserId: search.owner,
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

/** Returns the query parameters that mean exactly this filter, or null if the list has none for it. */
export function toSearch(filter: LicenseFilter, zone: 'local' | 'utc'): FilterSearch | null {
  const parts = {
    status: filter.status,
    frozen: filter.frozen?.toString(),
    product: filter.productId,
    search: filter.search,
    from: dayOf(filter.createdAfter, zone),
    to: dayBefore(filter.createdBefore, zone),
    expires: dayBefore(filter.expiresBefore, zone),
    owner: filter.endUserId,
  }
  const search = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
  const meant: Record<string, unknown> = toFilter(search, zone)
  const given = Object.entries(filter)
  const isSame =
    given.length === Object.keys(meant).length && given.every(([name, value]) => meant[name] === value)
  return isSame ? search : null
}

export function toQuery(search: FilterSearch, zone: 'local' | 'utc'): Query {
  const sort = search.sort === 'createdAt' ? ('createdAt' as const) : undefined
  return { ...(toFilter(search, zone) as Query), sort }
}

export const isFiltered = (search: FilterSearch) => Object.keys(toFilter(search, 'utc')).length > 0
