import { route } from './route'
import type {
  EndUsersMailedCodesLinkData,
  EndUsersMailedCodesLinkResponses,
  EndUsersMailedCodesStoreData,
  EndUsersMailedCodesStoreResponses,
  EndUsersMailedCodesVerifyData,
  EndUsersMailedCodesVerifyResponses,
  EndUsersPortalDoorsInviteData,
  EndUsersPortalDoorsInviteResponses,
  EndUsersPortalDoorsLicenseKeyData,
  EndUsersPortalDoorsLicenseKeyResponses,
  EndUsersPortalDoorsPasswordData,
  EndUsersPortalDoorsPasswordResponses,
  EndUsersRenewalsDestroyData,
  EndUsersRenewalsDestroyResponses,
} from './types'

const open = { open: true }

export const askForCode = route<EndUsersMailedCodesStoreData, EndUsersMailedCodesStoreResponses>(
  'POST',
  '/v1/enduser/auth/code',
  open
)
export const giveCode = route<EndUsersMailedCodesVerifyData, EndUsersMailedCodesVerifyResponses>(
  'POST',
  '/v1/enduser/auth/code/verify',
  open
)
export const giveLink = route<EndUsersMailedCodesLinkData, EndUsersMailedCodesLinkResponses>(
  'POST',
  '/v1/enduser/auth/link/verify',
  open
)
export const givePassword = route<EndUsersPortalDoorsPasswordData, EndUsersPortalDoorsPasswordResponses>(
  'POST',
  '/v1/enduser/auth/password',
  open
)
export const giveLicenseKey = route<
  EndUsersPortalDoorsLicenseKeyData,
  EndUsersPortalDoorsLicenseKeyResponses
>('POST', '/v1/enduser/auth/license-key', open)
export const acceptInvite = route<EndUsersPortalDoorsInviteData, EndUsersPortalDoorsInviteResponses>(
  'POST',
  '/v1/enduser/auth/invites/accept',
  open
)
export const endSignIn = route<EndUsersRenewalsDestroyData, EndUsersRenewalsDestroyResponses>(
  'POST',
  '/v1/enduser/auth/logout',
  open
)
