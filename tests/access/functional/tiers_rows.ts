import { key, org, product, thing, type Access } from './kinds.js'

const OF_PRODUCT = '/v1/dashboard/products/:productId/tiers'
const TIER = '/v1/dashboard/tiers/:tierId'
const KEYED = '/v1/products/:productId'

/** Tiers, and the bulk change that assigns one to many licenses. */
export const TIERS_ACCESS: Record<string, Access> = {
  [`GET ${OF_PRODUCT}`]: product('VIEWER'),
  [`POST ${OF_PRODUCT}`]: product('ADMIN'),
  [`GET ${TIER}`]: thing('VIEWER'),
  [`PATCH ${TIER}`]: thing('ADMIN'),
  [`DELETE ${TIER}`]: thing('ADMIN'),
  [`POST ${TIER}/duplicate`]: thing('ADMIN'),

  [`GET ${KEYED}/tiers`]: key('product:read'),
  [`GET ${KEYED}/tiers/:tierId`]: key('product:read'),

  'POST /v1/dashboard/orgs/:orgId/licenses/set-tier': org('MEMBER'),
  [`POST ${KEYED}/licenses/set-tier`]: key('license:update'),
}
