import { open, org, own, type Access } from './kinds.js'

const SSO = '/v1/dashboard/orgs/:orgId/sso'

/** The identity provider of an org, and sign-in through it. */
export const SSO_ACCESS: Record<string, Access> = {
  [`GET ${SSO}`]: org('ADMIN'),
  [`PUT ${SSO}`]: org('OWNER'),
  [`DELETE ${SSO}`]: org('OWNER'),
  [`POST ${SSO}/test`]: org('ADMIN'),
  [`GET ${SSO}/logins`]: org('ADMIN'),

  'POST /v1/auth/sso/start': open,
  'POST /v1/auth/sso/exchange': own('sso/saml: a code'),
  'GET /sso/oidc/callback': own('sso/oidc: a one-time state'),
  'GET /sso/oidc/callback/:orgId': own('sso/oidc: a one-time state'),
  'POST /sso/saml/:connectionId/acs': own('sso/saml: a signed answer'),
  'GET /sso/saml/:connectionId/metadata': open,
}
