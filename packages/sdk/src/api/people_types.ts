import type {
  EndUserBansBanData,
  EndUserErasuresDestroyData,
  EndUserExportsShowResponse,
  EndUserInvitesStoreData,
  EndUserMergesStoreData,
  EndUsersIndexData,
  EndUsersStoreData,
  EndUsersUpdateData,
  PortalLinksStoreResponse,
} from '../generated/types.js'
import type { BodyOf, DataOf, QueryOf } from './document_types.js'

export type { EndUserInvite, FullEndUser } from '../generated/types.js'

export type PeopleQuery = QueryOf<EndUsersIndexData>
export type NewPerson = BodyOf<EndUsersStoreData>
export type PersonChanges = BodyOf<EndUsersUpdateData>
export type Ban = BodyOf<EndUserBansBanData>
export type EndUserMerge = BodyOf<EndUserMergesStoreData>
/** What happens to the licenses of an erased end user. */
export type LicenseFate = NonNullable<QueryOf<EndUserErasuresDestroyData>['licenses']>
export type PersonalData = EndUserExportsShowResponse
export type NewEndUserInvite = BodyOf<EndUserInvitesStoreData>
export type PortalLink = DataOf<PortalLinksStoreResponse>['portalLink']
