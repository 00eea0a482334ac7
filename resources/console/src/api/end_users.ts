import type {
  EndUserBansBanData,
  EndUserBansBanResponses,
  EndUserBansSignOutData,
  EndUserBansSignOutResponses,
  EndUserBansUnbanData,
  EndUserBansUnbanResponses,
  EndUserErasuresDestroyData,
  EndUserErasuresDestroyResponses,
  EndUserInvitesDestroyData,
  EndUserInvitesDestroyResponses,
  EndUserInvitesIndexData,
  EndUserInvitesIndexResponses,
  EndUserInvitesStoreData,
  EndUserInvitesStoreResponses,
  EndUserMergesStoreData,
  EndUserMergesStoreResponses,
  EndUsersIndexData,
  EndUsersIndexResponses,
  EndUsersShowData,
  EndUsersShowResponses,
  EndUsersStoreData,
  EndUsersStoreResponses,
  EndUsersUpdateData,
  EndUsersUpdateResponses,
  PortalLinksStoreData,
  PortalLinksStoreResponses,
} from './types'
import { route } from './route'

export const listEndUsers = route<EndUsersIndexData, EndUsersIndexResponses>(
  'GET',
  '/v1/dashboard/orgs/{orgId}/end-users'
)
export const createEndUser = route<EndUsersStoreData, EndUsersStoreResponses>(
  'POST',
  '/v1/dashboard/orgs/{orgId}/end-users'
)
export const readEndUser = route<EndUsersShowData, EndUsersShowResponses>(
  'GET',
  '/v1/dashboard/orgs/{orgId}/end-users/{endUserId}'
)
export const changeEndUser = route<EndUsersUpdateData, EndUsersUpdateResponses>(
  'PATCH',
  '/v1/dashboard/orgs/{orgId}/end-users/{endUserId}'
)
export const banEndUser = route<EndUserBansBanData, EndUserBansBanResponses>(
  'POST',
  '/v1/dashboard/orgs/{orgId}/end-users/{endUserId}/ban'
)
export const unbanEndUser = route<EndUserBansUnbanData, EndUserBansUnbanResponses>(
  'POST',
  '/v1/dashboard/orgs/{orgId}/end-users/{endUserId}/unban'
)
export const signOutEndUser = route<EndUserBansSignOutData, EndUserBansSignOutResponses>(
  'POST',
  '/v1/dashboard/orgs/{orgId}/end-users/{endUserId}/sign-out'
)
export const mergeEndUsers = route<EndUserMergesStoreData, EndUserMergesStoreResponses>(
  'POST',
  '/v1/dashboard/orgs/{orgId}/end-users/{endUserId}/merge'
)
export const eraseEndUser = route<EndUserErasuresDestroyData, EndUserErasuresDestroyResponses>(
  'DELETE',
  '/v1/dashboard/orgs/{orgId}/end-users/{endUserId}'
)
export const makePortalLink = route<PortalLinksStoreData, PortalLinksStoreResponses>(
  'POST',
  '/v1/dashboard/orgs/{orgId}/end-users/{endUserId}/portal-link'
)
export const listEndUserInvites = route<EndUserInvitesIndexData, EndUserInvitesIndexResponses>(
  'GET',
  '/v1/dashboard/orgs/{orgId}/end-users/invites'
)
export const inviteEndUser = route<EndUserInvitesStoreData, EndUserInvitesStoreResponses>(
  'POST',
  '/v1/dashboard/orgs/{orgId}/end-users/invites'
)
export const withdrawEndUserInvite = route<EndUserInvitesDestroyData, EndUserInvitesDestroyResponses>(
  'DELETE',
  '/v1/dashboard/orgs/{orgId}/end-users/invites/{inviteId}'
)
