import type {
  EndUsersMailedCodesStoreResponse,
  EndUsersOwnDevicesIndexResponse,
  EndUsersOwnLicensesIndexData,
  EndUsersOwnProfileUpdateData,
} from '../generated/types.js'
import type { BodyOf, DataOf, QueryOf } from './document_types.js'

export type { EndUserProfile, OwnEndUserSession, OwnLicense, PublicPortal } from '../generated/types.js'

export type AskedCode = DataOf<EndUsersMailedCodesStoreResponse>
export type OwnLicenses = QueryOf<EndUsersOwnLicensesIndexData>
export type LicenseDevices = DataOf<EndUsersOwnDevicesIndexResponse>
export type ProfileChanges = BodyOf<EndUsersOwnProfileUpdateData>
