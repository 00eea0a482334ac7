import { key, license, open, org, own, product, thing, user, type Access } from './kinds.js'
import { BILLING_ACCESS } from './billing_rows.js'
import { EXCHANGE_ACCESS } from './exchange_rows.js'
import { OWN_LICENSE_ACCESS } from './own_license_rows.js'
import { PEOPLE_ACCESS } from './people_rows.js'
import { DOMAINS_ACCESS } from './domain_rows.js'
import { DOORS_ACCESS } from './doors_rows.js'
import { PORTAL_ACCESS } from './portal_rows.js'
import { PLATFORM_ACCESS } from './platform_rows.js'
import { OWN_ACCOUNT_ACCESS } from './own_account_rows.js'
import { ORDERS_ACCESS } from './orders_rows.js'
import { RELEASE_ACCESS } from './release_rows.js'
import { SSO_ACCESS } from './sso_rows.js'
import { PROCESSORS_ACCESS } from './processors_rows.js'
import { STOREFRONT_ACCESS } from './storefront_rows.js'
import { SIGN_IN_ACCESS } from './sign_in_rows.js'
import { SYSTEM_ACCESS } from './system_rows.js'
import { TICKETS_ACCESS } from './tickets_rows.js'
import { TIERS_ACCESS } from './tiers_rows.js'
import { UPDATES_ACCESS } from './updates_rows.js'

const ORG = '/v1/dashboard/orgs/:orgId'
const LICENSE = '/v1/dashboard/licenses/:id'
const PRODUCT = '/v1/dashboard/products/:productId'
const BLACKLIST = '/v1/dashboard/blacklists/products/:productId'
const WEBHOOKS = '/v1/dashboard/webhooks/products/:productId'
const KEYED = '/v1/products/:productId'

/** Every route of the service, one line each. A route without a line fails the suite. */
export const ACCESS: Record<string, Access> = {
  ...BILLING_ACCESS,
  ...PORTAL_ACCESS,
  ...OWN_ACCOUNT_ACCESS,
  ...PEOPLE_ACCESS,
  ...DOMAINS_ACCESS,
  ...DOORS_ACCESS,
  ...EXCHANGE_ACCESS,
  ...ORDERS_ACCESS,
  ...RELEASE_ACCESS,
  ...SSO_ACCESS,
  ...PROCESSORS_ACCESS,
  ...STOREFRONT_ACCESS,
  ...TICKETS_ACCESS,
  ...TIERS_ACCESS,
  ...UPDATES_ACCESS,
  ...OWN_LICENSE_ACCESS,
  ...PLATFORM_ACCESS,

  ...SYSTEM_ACCESS,
  ...SIGN_IN_ACCESS,

  'GET /v1/dashboard/me': user,
  'PATCH /v1/dashboard/me/profile': user,
  'POST /v1/dashboard/me/password': user,
  'POST /v1/dashboard/me/verify-email': user,
  'GET /v1/dashboard/me/accounts': user,
  'GET /v1/dashboard/me/preferences': user,
  'PUT /v1/dashboard/me/preferences': user,
  'GET /v1/dashboard/me/sessions': user,
  'DELETE /v1/dashboard/me/sessions': user,
  'DELETE /v1/dashboard/me/sessions/:id': user,
  'POST /v1/dashboard/me/totp/setup': user,
  'POST /v1/dashboard/me/totp/enable': user,
  'POST /v1/dashboard/me/totp/disable': user,
  'POST /v1/dashboard/me/totp/backup-codes': user,
  'GET /v1/dashboard/orgs': user,
  'POST /v1/dashboard/orgs': user,
  'POST /v1/dashboard/invites/accept': user,
  'POST /v1/dashboard/active-org': user,
  'GET /v1/dashboard/overview': user,

  [`PATCH ${ORG}`]: org('OWNER'),
  [`DELETE ${ORG}`]: org('OWNER'),
  [`GET ${ORG}/overview`]: org('VIEWER'),
  [`GET ${ORG}/plan`]: org('VIEWER'),
  [`GET ${ORG}/members`]: org('VIEWER'),
  [`PATCH ${ORG}/members/:userId`]: org('ADMIN'),
  [`DELETE ${ORG}/members/:userId`]: org('ADMIN'),
  [`GET ${ORG}/invites`]: org('VIEWER'),
  [`POST ${ORG}/invites`]: org('ADMIN'),
  [`DELETE ${ORG}/invites/:inviteId`]: org('ADMIN'),
  [`GET ${ORG}/audit-log`]: org('ADMIN'),
  [`GET ${ORG}/products`]: org('VIEWER'),
  [`POST ${ORG}/products`]: org('ADMIN'),

  [`GET ${PRODUCT}`]: product('VIEWER'),
  [`PATCH ${PRODUCT}`]: product('ADMIN'),
  [`DELETE ${PRODUCT}`]: product('ADMIN'),
  [`GET ${PRODUCT}/api-keys`]: product('VIEWER'),
  [`POST ${PRODUCT}/api-keys`]: product('ADMIN'),
  'POST /v1/dashboard/api-keys/:id/rotate': thing('ADMIN'),
  'DELETE /v1/dashboard/api-keys/:id': thing('ADMIN'),

  [`GET ${ORG}/licenses`]: org('VIEWER'),
  [`POST ${ORG}/licenses`]: org('MEMBER'),
  [`DELETE ${ORG}/licenses`]: org('MEMBER'),
  [`POST ${ORG}/licenses/freeze`]: org('MEMBER'),
  [`POST ${ORG}/licenses/unfreeze`]: org('MEMBER'),
  [`POST ${ORG}/licenses/revoke`]: org('MEMBER'),
  [`POST ${ORG}/licenses/unrevoke`]: org('MEMBER'),
  [`POST ${ORG}/licenses/suspend`]: org('MEMBER'),
  [`POST ${ORG}/licenses/unsuspend`]: org('MEMBER'),
  [`POST ${ORG}/licenses/reset-hwid`]: org('MEMBER'),
  [`POST ${ORG}/licenses/reset-ip`]: org('MEMBER'),
  [`POST ${ORG}/licenses/extend`]: org('MEMBER'),
  [`POST ${ORG}/licenses/import`]: org('MEMBER'),
  [`GET ${ORG}/licenses/export`]: org('VIEWER'),
  [`GET ${ORG}/licenses/analytics`]: org('VIEWER'),
  [`GET ${ORG}/licenses/analytics/timeseries`]: org('VIEWER'),
  [`GET ${ORG}/operations`]: org('VIEWER'),
  [`GET ${ORG}/operations/stream`]: own('operations/console_reads: it never ends'),
  [`GET ${ORG}/operations/:operationId`]: org('VIEWER'),
  [`GET ${ORG}/operations/:operationId/items`]: org('VIEWER'),
  [`GET ${ORG}/operations/:operationId/download`]: org('VIEWER'),
  [`GET ${ORG}/operations/:operationId/stream`]: org('VIEWER'),
  [`POST ${ORG}/operations/:operationId/cancel`]: org('MEMBER'),
  [`POST ${ORG}/operations/:operationId/retry`]: org('MEMBER'),
  [`POST ${ORG}/operations/:operationId/undo`]: org('MEMBER'),
  [`POST ${ORG}/operations/:operationId/apply`]: org('MEMBER'),

  [`GET ${LICENSE}`]: license('VIEWER'),
  [`GET ${LICENSE}/events`]: license('VIEWER'),
  [`PATCH ${LICENSE}`]: license('MEMBER'),
  [`DELETE ${LICENSE}`]: license('MEMBER'),
  [`POST ${LICENSE}/revoke`]: license('MEMBER'),
  [`POST ${LICENSE}/unrevoke`]: license('MEMBER'),
  [`POST ${LICENSE}/suspend`]: license('MEMBER'),
  [`POST ${LICENSE}/unsuspend`]: license('MEMBER'),
  [`POST ${LICENSE}/reset-hwid`]: license('MEMBER'),
  [`POST ${LICENSE}/reset-ip`]: license('MEMBER'),

  [`GET ${BLACKLIST}`]: product('VIEWER'),
  [`POST ${BLACKLIST}`]: product('MEMBER'),
  [`POST ${BLACKLIST}/bulk`]: product('MEMBER'),
  [`DELETE ${BLACKLIST}/:entryId`]: product('MEMBER'),

  [`GET ${WEBHOOKS}`]: product('VIEWER'),
  [`POST ${WEBHOOKS}`]: product('ADMIN'),
  [`PATCH ${WEBHOOKS}/:endpointId`]: product('ADMIN'),
  [`DELETE ${WEBHOOKS}/:endpointId`]: product('ADMIN'),
  [`GET ${WEBHOOKS}/deliveries/:deliveryId`]: product('VIEWER'),
  [`GET ${ORG}/webhooks`]: org('VIEWER'),
  [`GET ${ORG}/deliveries`]: org('VIEWER'),
  [`GET ${WEBHOOKS}/:endpointId/deliveries`]: product('VIEWER'),
  [`POST ${WEBHOOKS}/:endpointId/rotate-secret`]: product('ADMIN'),
  [`POST ${WEBHOOKS}/:endpointId/test`]: product('ADMIN'),
  [`POST ${WEBHOOKS}/:endpointId/replay`]: product('ADMIN'),
  [`POST ${WEBHOOKS}/deliveries/:deliveryId/replay`]: product('ADMIN'),

  'GET /v1/whoami': key(null),
  [`GET ${KEYED}`]: key('product:read'),
  [`PATCH ${KEYED}`]: key('product:write'),
  [`GET ${KEYED}/api-keys`]: key('product:read'),
  [`GET ${KEYED}/end-users`]: key('end_user:read'),
  [`GET ${KEYED}/analytics`]: key('analytics:read'),
  [`GET ${KEYED}/analytics/timeseries`]: key('analytics:read'),
  [`GET ${KEYED}/blacklist`]: key('blacklist:read'),
  [`POST ${KEYED}/blacklist`]: key('blacklist:write'),
  [`POST ${KEYED}/blacklist/bulk`]: key('blacklist:write'),
  [`DELETE ${KEYED}/blacklist/:entryId`]: key('blacklist:write'),
  [`GET ${KEYED}/licenses`]: key('license:read'),
  [`POST ${KEYED}/licenses`]: key('license:create'),
  [`GET ${KEYED}/licenses/:id`]: key('license:read'),
  [`GET ${KEYED}/licenses/:id/events`]: key('license:read'),
  [`PATCH ${KEYED}/licenses/:id`]: key('license:update'),
  [`DELETE ${KEYED}/licenses/:id`]: key('license:delete'),
  [`DELETE ${KEYED}/licenses`]: key('license:delete'),
  [`POST ${KEYED}/licenses/freeze`]: key('license:update'),
  [`POST ${KEYED}/licenses/unfreeze`]: key('license:update'),
  [`POST ${KEYED}/licenses/extend`]: key('license:update'),
  [`POST ${KEYED}/licenses/revoke`]: key('license:revoke'),
  [`POST ${KEYED}/licenses/unrevoke`]: key('license:unrevoke'),
  [`POST ${KEYED}/licenses/suspend`]: key('license:update'),
  [`POST ${KEYED}/licenses/unsuspend`]: key('license:update'),
  [`POST ${KEYED}/licenses/reset-hwid`]: key('license:reset_hwid'),
  [`POST ${KEYED}/licenses/reset-ip`]: key('license:reset_ip'),
  [`POST ${KEYED}/licenses/import`]: key('license:create'),
  [`GET ${KEYED}/licenses/export`]: key('license:read'),
  [`GET ${KEYED}/operations`]: key('license:read'),
  [`GET ${KEYED}/operations/:operationId`]: key('license:read'),
  [`GET ${KEYED}/operations/:operationId/items`]: key('license:read'),
  [`GET ${KEYED}/operations/:operationId/stream`]: key('license:read'),
  [`GET ${KEYED}/operations/:operationId/download`]: key('license:read'),
  [`POST ${KEYED}/operations/:operationId/cancel`]: key('license:read'),
  [`POST ${KEYED}/operations/:operationId/retry`]: key('license:read'),
  [`POST ${KEYED}/operations/:operationId/undo`]: key('license:read'),
  [`POST ${KEYED}/operations/:operationId/apply`]: key('license:read'),
  [`POST ${KEYED}/licenses/:id/revoke`]: key('license:revoke'),
  [`POST ${KEYED}/licenses/:id/unrevoke`]: key('license:unrevoke'),
  [`POST ${KEYED}/licenses/:id/suspend`]: key('license:update'),
  [`POST ${KEYED}/licenses/:id/unsuspend`]: key('license:update'),
  [`POST ${KEYED}/licenses/:id/reset-hwid`]: key('license:reset_hwid'),
  [`POST ${KEYED}/licenses/:id/reset-ip`]: key('license:reset_ip'),
  'POST /api/licenses/create': key('license:create'),
  'GET /api/licenses/list': key('license:read'),
  'POST /api/licenses/assign': key('license:update'),
  'POST /api/licenses/redeem': key('license:update'),
  'DELETE /api/licenses/delete': key('license:delete'),
  'PATCH /api/licenses/reset-hwid': key('license:reset_hwid'),
  'GET /api/products/list': key('product:read'),
  'GET /api/apps/list': key('product:read'),
  'POST /api/apps/create': own('legacy/apps'),
  'POST /api/apps/delete': own('legacy/apps'),
  'GET /api/users/:id/licenses': key('license:read'),
  'GET /api/dashboard/metrics': key('analytics:read'),
  'POST /api/auth/login': own('legacy/users'),
  'POST /api/auth/register': open,
  'GET /api/users/me': own('legacy/users'),
  'GET /api/users/list': own('legacy/users: platform admins'),
  'POST /v1/licenses/authorize': key('license:authorize'),
  'POST /v1/licenses/release': key('license:authorize'),
}

/** The routes of one kind, with their methods. */
export function rowsOf<Kind extends Access['kind']>(kind: Kind) {
  return Object.entries(ACCESS)
    .filter(([, access]) => access.kind === kind)
    .map(([route, access]) => {
      const [method, pattern] = route.split(' ')
      return { method, pattern, access: access as Extract<Access, { kind: Kind }> }
    })
}

/** The routes of one kind that take a body. */
export function writesOf<Kind extends Access['kind']>(kind: Kind) {
  return rowsOf(kind).filter(({ method }) => method !== 'GET')
}
