import { open, own, type Access } from './kinds.js'

const AUTH = '/v1/enduser/auth'

/** The doors of portals. */
export const DOORS_ACCESS: Record<string, Access> = {
  'GET /v1/enduser/portal': open,
  [`POST ${AUTH}/code`]: open,
  [`POST ${AUTH}/code/verify`]: own('end_users/doors_mail: a mailed code'),
  [`POST ${AUTH}/link/verify`]: own('end_users/doors_mail: a mailed link'),
  [`POST ${AUTH}/password`]: own('end_users/doors_proofs'),
  [`POST ${AUTH}/license-key`]: own('end_users/doors_proofs'),
  [`POST ${AUTH}/invites/accept`]: own('end_users/doors_invites: a mailed token'),
  [`POST ${AUTH}/refresh`]: own('end_users/doors_renewals: a refresh token'),
  [`POST ${AUTH}/logout`]: own('end_users/doors_renewals: a refresh token'),
}
