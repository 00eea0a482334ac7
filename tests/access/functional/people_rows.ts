import { endUser, key, org, type Access } from './kinds.js'

const PEOPLE = '/v1/dashboard/orgs/:orgId/end-users'
const KEYED = '/v1/end-users'

/** The merchant's side of end users, and the erasure that end users request themselves. */
export const PEOPLE_ACCESS: Record<string, Access> = {
  [`GET ${PEOPLE}`]: org('VIEWER'),
  [`POST ${PEOPLE}`]: org('MEMBER'),
  [`GET ${PEOPLE}/:endUserId`]: org('VIEWER'),
  [`PATCH ${PEOPLE}/:endUserId`]: org('MEMBER'),
  [`POST ${PEOPLE}/:endUserId/ban`]: org('MEMBER'),
  [`POST ${PEOPLE}/:endUserId/unban`]: org('MEMBER'),
  [`POST ${PEOPLE}/:endUserId/sign-out`]: org('MEMBER'),
  [`POST ${PEOPLE}/:endUserId/portal-link`]: org('MEMBER'),
  [`GET ${PEOPLE}/invites`]: org('VIEWER'),
  [`POST ${PEOPLE}/invites`]: org('MEMBER'),
  [`DELETE ${PEOPLE}/invites/:inviteId`]: org('MEMBER'),

  [`GET ${PEOPLE}/:endUserId/export`]: org('ADMIN'),
  [`POST ${PEOPLE}/:endUserId/merge`]: org('ADMIN'),
  [`DELETE ${PEOPLE}/:endUserId`]: org('ADMIN'),

  'POST /v1/enduser/me/erasure': endUser(),
  'POST /v1/enduser/me/erasure/confirm': endUser(),
  'DELETE /v1/enduser/me/erasure': endUser(),

  [`GET ${KEYED}`]: key('end_user:read'),
  [`POST ${KEYED}`]: key('end_user:write'),
  [`GET ${KEYED}/:endUserId`]: key('end_user:read'),
  [`PATCH ${KEYED}/:endUserId`]: key('end_user:write'),
  [`POST ${KEYED}/:endUserId/ban`]: key('end_user:write'),
  [`POST ${KEYED}/:endUserId/unban`]: key('end_user:write'),
  [`POST ${KEYED}/:endUserId/sign-out`]: key('end_user:write'),
  [`POST ${KEYED}/:endUserId/portal-link`]: key('end_user:write'),
  [`GET ${KEYED}/invites`]: key('end_user:read'),
  [`POST ${KEYED}/invites`]: key('end_user:write'),
  [`DELETE ${KEYED}/invites/:inviteId`]: key('end_user:write'),
}
