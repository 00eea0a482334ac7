import { route } from './route'
import type {
  EndUsersEndUserResetsHwidData,
  EndUsersEndUserResetsHwidResponses,
  EndUsersEndUserResetsIpData,
  EndUsersEndUserResetsIpResponses,
  EndUsersOwnDevicesDestroyData,
  EndUsersOwnDevicesDestroyResponses,
  EndUsersOwnDevicesEndData,
  EndUsersOwnDevicesEndResponses,
  EndUsersOwnDevicesIndexData,
  EndUsersOwnDevicesIndexResponses,
  EndUsersOwnLicensesIndexData,
  EndUsersOwnLicensesIndexResponses,
  EndUsersOwnLicensesRedeemData,
  EndUsersOwnLicensesRedeemResponses,
  EndUsersOwnLicensesShowData,
  EndUsersOwnLicensesShowResponses,
  EndUsersOwnReleasesIndexData,
  EndUsersOwnReleasesIndexResponses,
  EndUsersOwnReleasesStoreData,
  EndUsersOwnReleasesStoreResponses,
} from './types'

export const listLicenses = route<EndUsersOwnLicensesIndexData, EndUsersOwnLicensesIndexResponses>(
  'GET',
  '/v1/enduser/licenses'
)
export const readLicense = route<EndUsersOwnLicensesShowData, EndUsersOwnLicensesShowResponses>(
  'GET',
  '/v1/enduser/licenses/{id}'
)
export const redeem = route<EndUsersOwnLicensesRedeemData, EndUsersOwnLicensesRedeemResponses>(
  'POST',
  '/v1/enduser/licenses/redeem'
)
export const resetDevices = route<EndUsersEndUserResetsHwidData, EndUsersEndUserResetsHwidResponses>(
  'POST',
  '/v1/enduser/licenses/{id}/reset-hwid'
)
export const resetAddresses = route<EndUsersEndUserResetsIpData, EndUsersEndUserResetsIpResponses>(
  'POST',
  '/v1/enduser/licenses/{id}/reset-ip'
)
export const listDevices = route<EndUsersOwnDevicesIndexData, EndUsersOwnDevicesIndexResponses>(
  'GET',
  '/v1/enduser/licenses/{id}/devices'
)
export const releaseDevice = route<EndUsersOwnDevicesDestroyData, EndUsersOwnDevicesDestroyResponses>(
  'DELETE',
  '/v1/enduser/licenses/{id}/devices/{deviceId}'
)
export const endSession = route<EndUsersOwnDevicesEndData, EndUsersOwnDevicesEndResponses>(
  'DELETE',
  '/v1/enduser/licenses/{id}/sessions/{sessionId}'
)
export const listReleases = route<EndUsersOwnReleasesIndexData, EndUsersOwnReleasesIndexResponses>(
  'GET',
  '/v1/enduser/licenses/{id}/releases'
)
export const makeDownload = route<EndUsersOwnReleasesStoreData, EndUsersOwnReleasesStoreResponses>(
  'POST',
  '/v1/enduser/licenses/{id}/downloads'
)
