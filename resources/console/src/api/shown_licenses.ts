import type { QueryClient } from '@tanstack/react-query'
import type { LicensePages } from './aged_pages'
import { forgetLicenseLists } from './org_stream'
import type { FullLicense } from './types'

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
 * Shows a changed license at once, or with `license` null reads again what had a deleted one. A list of several pages that
 * is changed in place is not read again.
 */
export function showLicense(
  queryClient: QueryClient,
  orgId: string,
  id: string,
  license: FullLicense | null
) {
  // The page of the license is shown before it is read again. That of a deleted one is left, and not read any more.
  // The answer to a change does not say whose the license is.
  if (license)
    queryClient.setQueryData<{ license: FullLicense }>(['license', id], (shown) => ({
      license: { ...shown?.license, ...license },
    }))
  void queryClient.invalidateQueries({ queryKey: ['license', id], refetchType: license ? 'active' : 'none' })
  if (license) {
    queryClient.setQueriesData<LicensePages>(
      { queryKey: ['licenses', orgId] },
      (list) => list?.pages && changed(list, license)
    )
  }
  forgetLicenseLists(queryClient, orgId, ({ pages }) => !license || pages.length === 1)
  void queryClient.invalidateQueries({ queryKey: ['overview', orgId] })
}

function changed(list: LicensePages, license: FullLicense): LicensePages {
  const pages = list.pages.map((page) => ({
    ...page,
    licenses: page.licenses.map((one) => (one.id === license.id ? { ...one, ...rowOf(license) } : one)),
  }))
  return { ...list, pages }
}
