import { endUser, key, org, type Access } from './kinds.js'

const OWN = '/v1/enduser/orders'
const ORDERS = '/v1/dashboard/orgs/:orgId/orders'
const KEYED = '/v1/products/:productId/orders'

/** Orders, of end users, members and API keys. */
export const ORDERS_ACCESS: Record<string, Access> = {
  [`GET ${OWN}`]: endUser(),
  [`POST ${OWN}`]: endUser(),
  [`GET ${OWN}/:orderId`]: endUser(),
  'GET /v1/enduser/storefront': endUser(),

  [`GET ${ORDERS}`]: org('VIEWER'),
  [`POST ${ORDERS}`]: org('MEMBER'),
  [`GET ${ORDERS}/:orderId`]: org('VIEWER'),
  [`POST ${ORDERS}/:orderId/fulfil`]: org('MEMBER'),
  [`POST ${ORDERS}/:orderId/reject`]: org('MEMBER'),
  [`POST ${ORDERS}/:orderId/reverse`]: org('MEMBER'),

  [`GET ${KEYED}`]: key('order:read'),
  [`POST ${KEYED}`]: key('order:write'),
  [`GET ${KEYED}/:orderId`]: key('order:read'),
  [`POST ${KEYED}/:orderId/fulfil`]: key('order:write'),
  [`POST ${KEYED}/:orderId/reject`]: key('order:write'),
  [`POST ${KEYED}/:orderId/reverse`]: key('order:write'),
}
