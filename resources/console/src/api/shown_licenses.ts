import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { forgetLicenseLists } from './org_stream'
import type { FullLicense, LicensesIndexResponses } from './types'

type Pages = InfiniteData<LicensesIndexResponses[200]['data']>

/** Returns the fields of a row that an action on its license may change. */
const rowOf = ({
  status,
  frozen,
  activatedAt,
  expirationMode,
  expiresAt,
  expiresAfterDays,
  effectiveExpiresAt,
}: FullLicense) => ({
  ...{ status, frozen, activatedAt },
  ...{ expirationMode, expiresAt, expiresAfterDays, effectiveExpiresAt },
})

/**
 * Shows a changed license at once, or that it is deleted if `license` is null, and reads again what may be different now.
 * A list of several pages is changed in place and not read again: it would start at its first page, and the user would
 * lose the place in it.
 */
export function showLicense(
  queryClient: QueryClient,
  orgId: string,
  id: string,
  license: FullLicense | null
) {
  // The page of the license is shown before it is read again. That of a deleted one is left, and not read any more.
  if (license) queryClient.setQueryData(['license', id], { license })
  void queryClient.invalidateQueries({ queryKey: ['license', id], refetchType: license ? 'active' : 'none' })
  const queryKey = ['licenses', orgId]
  queryClient.setQueriesData<Pages>({ queryKey }, (list) => list?.pages && changed(list, id, license))
  forgetLicenseLists(queryClient, orgId, ({ pages }) => pages.length === 1)
  void queryClient.invalidateQueries({ queryKey: ['overview', orgId] })
}

function changed(list: Pages, id: string, license: FullLicense | null): Pages {
  const isThere = list.pages.some(({ licenses }) => licenses.some((one) => one.id === id))
  if (!isThere) return list
  const pages = list.pages.map((page) => ({
    ...page,
    licenses: page.licenses.flatMap((one) => {
      if (one.id !== id) return one
      return license ? { ...one, ...rowOf(license) } : []
    }),
    pagination: license ? page.pagination : { ...page.pagination, total: page.pagination.total - 1 },
  }))
  return { ...list, pages }
}
