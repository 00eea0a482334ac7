import type {
  AnalyticsSeriesData,
  AnalyticsSeriesResponses,
  LicenseEventsIndexData,
  LicenseEventsIndexResponses,
  LicenseResetsHwidData,
  LicenseResetsHwidResponses,
  LicenseResetsIpData,
  LicenseResetsIpResponses,
  LicensesDestroyData,
  LicensesDestroyResponses,
  LicensesIndexData,
  LicensesIndexResponses,
  LicensesShowData,
  LicensesShowResponses,
  LicensesStoreData,
  LicensesStoreResponses,
  LicensesUpdateData,
  LicensesUpdateResponses,
  LicenseStatusesRevokeData,
  LicenseStatusesRevokeResponses,
  LicenseStatusesSuspendData,
  LicenseStatusesSuspendResponses,
  LicenseStatusesUnrevokeData,
  LicenseStatusesUnrevokeResponses,
  LicenseStatusesUnsuspendData,
  LicenseStatusesUnsuspendResponses,
  OrgsOverviewData,
  OrgsOverviewResponses,
} from './types'
import { route } from './route'

export const listLicenses = route<LicensesIndexData, LicensesIndexResponses>(
  'GET',
  '/v1/dashboard/orgs/{orgId}/licenses'
)
export const createLicenses = route<LicensesStoreData, LicensesStoreResponses>(
  'POST',
  '/v1/dashboard/orgs/{orgId}/licenses'
)
export const readLicense = route<LicensesShowData, LicensesShowResponses>(
  'GET',
  '/v1/dashboard/licenses/{id}'
)
export const changeLicense = route<LicensesUpdateData, LicensesUpdateResponses>(
  'PATCH',
  '/v1/dashboard/licenses/{id}'
)
export const deleteLicense = route<LicensesDestroyData, LicensesDestroyResponses>(
  'DELETE',
  '/v1/dashboard/licenses/{id}'
)
export const listLicenseEvents = route<LicenseEventsIndexData, LicenseEventsIndexResponses>(
  'GET',
  '/v1/dashboard/licenses/{id}/events'
)

/** Actions on one license that take a reason. */
export const licenseSteps = {
  revoke: route<LicenseStatusesRevokeData, LicenseStatusesRevokeResponses>(
    'POST',
    '/v1/dashboard/licenses/{id}/revoke'
  ),
  unrevoke: route<LicenseStatusesUnrevokeData, LicenseStatusesUnrevokeResponses>(
    'POST',
    '/v1/dashboard/licenses/{id}/unrevoke'
  ),
  suspend: route<LicenseStatusesSuspendData, LicenseStatusesSuspendResponses>(
    'POST',
    '/v1/dashboard/licenses/{id}/suspend'
  ),
  unsuspend: route<LicenseStatusesUnsuspendData, LicenseStatusesUnsuspendResponses>(
    'POST',
    '/v1/dashboard/licenses/{id}/unsuspend'
  ),
  resetHwid: route<LicenseResetsHwidData, LicenseResetsHwidResponses>(
    'POST',
    '/v1/dashboard/licenses/{id}/reset-hwid'
  ),
  resetIp: route<LicenseResetsIpData, LicenseResetsIpResponses>(
    'POST',
    '/v1/dashboard/licenses/{id}/reset-ip'
  ),
}

export const readOverview = route<OrgsOverviewData, OrgsOverviewResponses>(
  'GET',
  '/v1/dashboard/orgs/{orgId}/overview'
)
export const readSeries = route<AnalyticsSeriesData, AnalyticsSeriesResponses>(
  'GET',
  '/v1/dashboard/orgs/{orgId}/licenses/analytics/timeseries'
)
