import { open, own, type Access } from './kinds.js'

/** Registration, sign-in, linked accounts, and the first keys of a deployment. */
export const SIGN_IN_ACCESS: Record<string, Access> = {
  'POST /v1/auth/register': open,
  'POST /v1/auth/verify-email': own('auth/passwords: a mailed token'),
  'POST /v1/auth/login': own('auth/login'),
  'POST /v1/auth/totp/verify-login': own('auth/totp: a challenge'),
  'POST /v1/auth/refresh': own('auth/sessions: a refresh token'),
  'POST /v1/auth/logout': own('auth/sessions: a refresh token'),
  'POST /v1/auth/forgot-password': open,
  'POST /v1/auth/reset-password': own('auth/passwords: a mailed token'),

  'POST /v1/auth/oauth/start': open,
  'POST /v1/auth/oauth/exchange': own('accounts/oauth_sign_in: a code'),
  'GET /oauth/providers': open,
  'GET /oauth/:provider/callback': own('auth/linking: a one-time state'),
  'POST /oauth/accounts/:provider/connect': own('auth/linking'),
  'POST /oauth/accounts/:provider/finish': own('auth/linking'),
  'DELETE /oauth/accounts/:provider': own('auth/linking'),
  'POST /v1/products': own('api_keys/bootstrap'),
  'POST /v1/api-keys': own('api_keys/bootstrap'),
}
