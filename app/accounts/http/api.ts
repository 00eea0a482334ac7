import { ADMIN_USERS_API } from './admin_users_api.js'
import { LINKED_ACCOUNTS_API } from './linked_accounts_api.js'
import { ME_API } from './me_api.js'
import { OAUTH_SIGN_INS_API } from './oauth_sign_ins_api.js'
import { SIGN_IN_API } from './sign_in_api.js'
import { TOTP_API } from './totp_api.js'

/** Users, their sessions and their identities in the API document. */
export const ACCOUNTS_API = {
  ...SIGN_IN_API,
  ...ME_API,
  ...TOTP_API,
  ...LINKED_ACCOUNTS_API,
  ...OAUTH_SIGN_INS_API,
  ...ADMIN_USERS_API,
}
