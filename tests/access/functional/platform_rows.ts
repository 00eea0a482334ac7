import { own, type Access } from './kinds.js'

const admin = own('access/platform_admins: a user who is one')

/** The routes of platform admins over all orgs. */
export const PLATFORM_ACCESS: Record<string, Access> = {
  'GET /v1/admin/orgs': admin,
  'GET /v1/admin/orgs/:orgId': admin,
  'PATCH /v1/admin/orgs/:orgId': admin,
  'GET /v1/admin/users': admin,
  'PATCH /v1/admin/users/:userId': admin,
  'GET /v1/admin/queues': admin,
}
