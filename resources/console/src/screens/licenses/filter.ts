import type { BulkChangesFreezeData, LicensesIndexData } from '../../api/types'

/** The filter as it stands in the address. */
export type FilterSearch = Partial<
  Record<'status' | 'frozen' | 'product' | 'search' | 'from' | 'to' | 'expires' | 'owner' | 'sort', string>
>
/** The filter as lists, exports and bulk changes take it: made in one place, so that they mean the same licenses. */
export type LicenseFilter = NonNullable<NonNullable<BulkChangesFreezeData['body']>['filter']>
type Query = NonNullable<LicensesIndexData['query']>

export const STATUSES = ['ACTIVE', 'PENDING', 'SUSPENDED', 'REVOKED', 'EXPIRED'] as const

const DAY = 86_400_000
const startOf = (date: string | undefined) => {
  const at = date && Date.parse(`${date}T00:00:00`)
  return at ? at : undefined
}
const iso = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString())

export function toFilter(search: FilterSearch): LicenseFilter {
  const end = (date: string | undefined) => {
    const at = startOf(date)
    return iso(at === undefined ? undefined : at + DAY)
  }
  const filter: LicenseFilter = {
    status: STATUSES.find((one) => one === search.status),
    frozen: search.frozen === undefined ? undefined : search.frozen === 'true',
    productId: search.product,
    search: search.search,
    createdAfter: iso(startOf(search.from)),
    createdBefore: end(search.to),
    expiresBefore: end(search.expires),
    endUserId: search.owner,
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

export function toQuery(search: FilterSearch): Query {
  const sort = search.sort === 'createdAt' ? ('createdAt' as const) : undefined
  return { ...(toFilter(search) as Query), sort }
}

export const isFiltered = (search: FilterSearch) => Object.keys(toFilter(search)).length > 0
