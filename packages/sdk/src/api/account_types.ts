import type {
  MePasswordData,
  MeUpdateData,
  OauthSignInsStoreData,
  Org,
  OrgsOverviewResponse,
  PasswordsResetData,
  RegistrationsStoreData,
  TotpSetupResponse,
} from '../generated/types.js'
import type { BodyOf, DataOf } from './document_types.js'

export type { LinkedAccount, Org, OrgPlan, Preferences, User, UserSummary } from '../generated/types.js'

export type Role = Org['role']
export type OrgOverview = DataOf<OrgsOverviewResponse>
export type NewUser = Omit<BodyOf<RegistrationsStoreData>, 'useCookies'>
export type UserChanges = BodyOf<MeUpdateData>
export type PasswordChange = Omit<BodyOf<MePasswordData>, 'useCookies'>
export type PasswordReset = BodyOf<PasswordsResetData>
/** The secret for an authenticator app: as text, as a link, and as a picture. */
export type TotpSecret = DataOf<TotpSetupResponse>
/** The provider, and the URL to which the browser returns. */
export type OauthStart = Omit<BodyOf<OauthSignInsStoreData>, 'codeChallenge'>
