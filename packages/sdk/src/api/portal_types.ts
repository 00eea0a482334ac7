import type {
  EndUsersMailedCodesVerifyData,
  EndUsersMailedCodesStoreResponse,
  EndUsersOwnDevicesIndexResponse,
  EndUsersOwnErasuresStoreResponse,
  EndUsersOwnLicensesIndexData,
  EndUsersOwnPasswordsStoreData,
  EndUsersOwnProfileUpdateData,
  EndUsersOwnReleasesIndexData,
  EndUsersOwnReleasesStoreResponse,
  EndUsersPortalDoorsInviteData,
  EndUsersPortalDoorsPasswordData,
  PortalsUpdateData,
} from '../generated/types.js'
import type { BodyOf, DataOf, QueryOf } from './document_types.js'

export type {
  EndUserProfile,
  OwnEndUserSession,
  OwnLicense,
  OwnRelease,
  Portal,
  PublicPortal,
} from '../generated/types.js'

export type AskedCode = DataOf<EndUsersMailedCodesStoreResponse>
/** A mailed code, and the request that it belongs to. */
export type MailedAnswer = Omit<BodyOf<EndUsersMailedCodesVerifyData>, 'useCookies'>
export type PortalPassword = Omit<BodyOf<EndUsersPortalDoorsPasswordData>, 'useCookies'>
export type InviteAnswer = Omit<BodyOf<EndUsersPortalDoorsInviteData>, 'useCookies'>
export type NewPassword = BodyOf<EndUsersOwnPasswordsStoreData>
/** The challenge for the mailed code that confirms it, or the ticket through which the merchant decides. */
export type AskedErasure = DataOf<EndUsersOwnErasuresStoreResponse>
export type OwnReleases = QueryOf<EndUsersOwnReleasesIndexData>
/** A link to a file of a release, valid for some minutes. */
export type Download = DataOf<EndUsersOwnReleasesStoreResponse>['download']
export type PortalChanges = BodyOf<PortalsUpdateData>
export type OwnLicenses = QueryOf<EndUsersOwnLicensesIndexData>
export type LicenseDevices = DataOf<EndUsersOwnDevicesIndexResponse>
export type ProfileChanges = BodyOf<EndUsersOwnProfileUpdateData>
