import { org, type Access } from './kinds.js'

const DOMAINS = '/v1/dashboard/orgs/:orgId/domains'

/** Domains of an org. */
export const DOMAINS_ACCESS: Record<string, Access> = {
  [`GET ${DOMAINS}`]: org('VIEWER'),
  [`POST ${DOMAINS}`]: org('ADMIN'),
  [`GET ${DOMAINS}/:domainId`]: org('VIEWER'),
  [`POST ${DOMAINS}/:domainId/verify`]: org('ADMIN'),
  [`DELETE ${DOMAINS}/:domainId`]: org('ADMIN'),
}
