import type {
  ConsoleFactsShowData,
  ConsoleFactsShowResponses,
  InvitesAcceptData,
  InvitesAcceptResponses,
  LoginsStoreData,
  LoginsStoreResponses,
  LoginsVerifyData,
  LoginsVerifyResponses,
  MeShowData,
  MeShowResponses,
  OrgsStoreData,
  OrgsStoreResponses,
  PasswordsForgotData,
  PasswordsForgotResponses,
  PasswordsResetData,
  PasswordsResetResponses,
  RegistrationsStoreData,
  RegistrationsStoreResponses,
  RegistrationsVerifyData,
  RegistrationsVerifyResponses,
  SessionsDestroyData,
  SessionsDestroyResponses,
} from './types'
import { route } from './route'

const open = { open: true }

export const signIn = route<LoginsStoreData, LoginsStoreResponses>('POST', '/v1/auth/login', open)
export const verifySignIn = route<LoginsVerifyData, LoginsVerifyResponses>(
  'POST',
  '/v1/auth/totp/verify-login',
  open
)
export const signUp = route<RegistrationsStoreData, RegistrationsStoreResponses>(
  'POST',
  '/v1/auth/register',
  open
)
export const verifyEmail = route<RegistrationsVerifyData, RegistrationsVerifyResponses>(
  'POST',
  '/v1/auth/verify-email',
  open
)
export const forgotPassword = route<PasswordsForgotData, PasswordsForgotResponses>(
  'POST',
  '/v1/auth/forgot-password',
  open
)
export const resetPassword = route<PasswordsResetData, PasswordsResetResponses>(
  'POST',
  '/v1/auth/reset-password',
  open
)
export const signOut = route<SessionsDestroyData, SessionsDestroyResponses>('POST', '/v1/auth/logout', open)
export const readMe = route<MeShowData, MeShowResponses>('GET', '/v1/dashboard/me')
export const acceptInvite = route<InvitesAcceptData, InvitesAcceptResponses>(
  'POST',
  '/v1/dashboard/invites/accept'
)
export const createOrg = route<OrgsStoreData, OrgsStoreResponses>('POST', '/v1/dashboard/orgs')

/** Reads the facts that the console needs before sign-in. */
export const readFacts = route<ConsoleFactsShowData, ConsoleFactsShowResponses>('GET', '/v1/console', open)
