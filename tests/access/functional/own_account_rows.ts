import { endUser, type Access } from './kinds.js'

const ME = '/v1/enduser/me'

/** The account of the signed-in end user. */
export const OWN_ACCOUNT_ACCESS: Record<string, Access> = {
  [`PATCH ${ME}`]: endUser(),
  [`POST ${ME}/email`]: endUser(),
  [`POST ${ME}/email/confirm`]: endUser(),
  [`POST ${ME}/password`]: endUser(),
  [`GET ${ME}/sessions`]: endUser(),
  [`DELETE ${ME}/sessions`]: endUser(),
  [`DELETE ${ME}/sessions/:id`]: endUser(),
}
