import type {
  LinkedAccountsDestroyData,
  LinkedAccountsDestroyResponses,
  LinkedAccountsIndexData,
  LinkedAccountsIndexResponses,
  LinkedAccountsStoreData,
  LinkedAccountsStoreResponses,
  MePasswordData,
  MePasswordResponses,
  MeUpdateData,
  MeUpdateResponses,
  MeVerifyEmailData,
  MeVerifyEmailResponses,
  MySessionsDestroyData,
  MySessionsDestroyResponses,
  MySessionsIndexData,
  MySessionsIndexResponses,
  TotpBackupCodesData,
  TotpBackupCodesResponses,
  TotpDisableData,
  TotpDisableResponses,
  TotpEnableData,
  TotpEnableResponses,
  TotpSetupData,
  TotpSetupResponses,
} from './types'
import { route } from './route'

export const changeProfile = route<MeUpdateData, MeUpdateResponses>('PATCH', '/v1/dashboard/me/profile')
export const changePassword = route<MePasswordData, MePasswordResponses>('POST', '/v1/dashboard/me/password')
export const listMySessions = route<MySessionsIndexData, MySessionsIndexResponses>(
  'GET',
  '/v1/dashboard/me/sessions'
)
export const endMySession = route<MySessionsDestroyData, MySessionsDestroyResponses>(
  'DELETE',
  '/v1/dashboard/me/sessions/{id}'
)
export const setUpTotp = route<TotpSetupData, TotpSetupResponses>('POST', '/v1/dashboard/me/totp/setup')
export const enableTotp = route<TotpEnableData, TotpEnableResponses>('POST', '/v1/dashboard/me/totp/enable')
export const disableTotp = route<TotpDisableData, TotpDisableResponses>(
  'POST',
  '/v1/dashboard/me/totp/disable'
)
export const makeBackupCodes = route<TotpBackupCodesData, TotpBackupCodesResponses>(
  'POST',
  '/v1/dashboard/me/totp/backup-codes'
)
export const mailConfirmation = route<MeVerifyEmailData, MeVerifyEmailResponses>(
  'POST',
  '/v1/dashboard/me/verify-email'
)
export const listLinkedAccounts = route<LinkedAccountsIndexData, LinkedAccountsIndexResponses>(
  'GET',
  '/v1/dashboard/me/accounts'
)
export const linkAccount = route<LinkedAccountsStoreData, LinkedAccountsStoreResponses>(
  'POST',
  '/oauth/accounts/{provider}/connect'
)
export const unlinkAccount = route<LinkedAccountsDestroyData, LinkedAccountsDestroyResponses>(
  'DELETE',
  '/oauth/accounts/{provider}'
)
