import { open, org, type Access } from './kinds.js'

const STOREFRONT = '/v1/dashboard/orgs/:orgId/storefront'
const LISTING = `${STOREFRONT}/listings/:listingId`

/** Storefronts and their listings, for the merchant and for visitors. */
export const STOREFRONT_ACCESS: Record<string, Access> = {
  [`GET ${STOREFRONT}`]: org('VIEWER'),
  [`PUT ${STOREFRONT}`]: org('ADMIN'),
  [`DELETE ${STOREFRONT}`]: org('ADMIN'),
  [`GET ${STOREFRONT}/listings`]: org('VIEWER'),
  [`POST ${STOREFRONT}/listings`]: org('ADMIN'),
  [`GET ${LISTING}`]: org('VIEWER'),
  [`PATCH ${LISTING}`]: org('ADMIN'),
  [`DELETE ${LISTING}`]: org('ADMIN'),
  [`POST ${LISTING}/publish`]: org('ADMIN'),
  [`POST ${LISTING}/unpublish`]: org('ADMIN'),

  'GET /v1/storefront': open,
  'GET /v1/storefront/tls': open,
  'GET /v1/storefront/:storefrontId/listings': open,
  'GET /v1/storefront/:storefrontId/listings/:listingId': open,
}
