import { endUser, org, type Access } from './kinds.js'

const ORG = '/v1/dashboard/orgs/:orgId'

/** The portal: its settings, its doors, and the routes of end users. */
export const PORTAL_ACCESS: Record<string, Access> = {
  [`GET ${ORG}/portal`]: org('VIEWER'),
  [`PATCH ${ORG}/portal`]: org('ADMIN'),

  'GET /v1/enduser/me': endUser(),
  'GET /v1/enduser/me/export': endUser(),
}
