import { respond } from './call'
import { route } from './route'
import type {
  EndUsersOwnEmailsConfirmData,
  EndUsersOwnEmailsConfirmResponses,
  EndUsersOwnEmailsStoreData,
  EndUsersOwnEmailsStoreResponses,
  EndUsersOwnErasuresConfirmData,
  EndUsersOwnErasuresConfirmResponses,
  EndUsersOwnErasuresDestroyData,
  EndUsersOwnErasuresDestroyResponses,
  EndUsersOwnErasuresStoreData,
  EndUsersOwnErasuresStoreResponses,
  EndUsersOwnPasswordsStoreData,
  EndUsersOwnPasswordsStoreResponses,
  EndUsersOwnProfileUpdateData,
  EndUsersOwnProfileUpdateResponses,
  EndUsersOwnSessionsDestroyAllData,
  EndUsersOwnSessionsDestroyAllResponses,
  EndUsersOwnSessionsDestroyData,
  EndUsersOwnSessionsDestroyResponses,
  EndUsersOwnSessionsIndexData,
  EndUsersOwnSessionsIndexResponses,
} from './types'

export const changeProfile = route<EndUsersOwnProfileUpdateData, EndUsersOwnProfileUpdateResponses>(
  'PATCH',
  '/v1/enduser/me'
)
export const askForAddress = route<EndUsersOwnEmailsStoreData, EndUsersOwnEmailsStoreResponses>(
  'POST',
  '/v1/enduser/me/email'
)
export const confirmAddress = route<EndUsersOwnEmailsConfirmData, EndUsersOwnEmailsConfirmResponses>(
  'POST',
  '/v1/enduser/me/email/confirm'
)
export const setPassword = route<EndUsersOwnPasswordsStoreData, EndUsersOwnPasswordsStoreResponses>(
  'POST',
  '/v1/enduser/me/password'
)
export const listSignIns = route<EndUsersOwnSessionsIndexData, EndUsersOwnSessionsIndexResponses>(
  'GET',
  '/v1/enduser/me/sessions'
)
export const endSignIn = route<EndUsersOwnSessionsDestroyData, EndUsersOwnSessionsDestroyResponses>(
  'DELETE',
  '/v1/enduser/me/sessions/{id}'
)
export const endAllSignIns = route<EndUsersOwnSessionsDestroyAllData, EndUsersOwnSessionsDestroyAllResponses>(
  'DELETE',
  '/v1/enduser/me/sessions'
)
export const askForErasure = route<EndUsersOwnErasuresStoreData, EndUsersOwnErasuresStoreResponses>(
  'POST',
  '/v1/enduser/me/erasure'
)
export const confirmErasure = route<EndUsersOwnErasuresConfirmData, EndUsersOwnErasuresConfirmResponses>(
  'POST',
  '/v1/enduser/me/erasure/confirm'
)
export const callOffErasure = route<EndUsersOwnErasuresDestroyData, EndUsersOwnErasuresDestroyResponses>(
  'DELETE',
  '/v1/enduser/me/erasure'
)

/** Reads all data that the merchant holds about the end user, as a file made by the service. @throws Refusal */
export async function readExport(): Promise<Blob> {
  return (await respond({ method: 'GET', url: '/v1/enduser/me/export' })).blob()
}
