import type { Credential } from '#http/described'

/** The credentials of the service (interface#51-credential-matrix), as the document declares them. */
export const SECURITY_SCHEMES: Record<Credential, object> = {
  userToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: "A user's access token, from `POST /v1/auth/login`. It is valid for 15 minutes.",
  },
  userCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'latchkey_access',
    description:
      'The same token as a cookie, for pages of this origin. If cookies are Secure, the name begins with `__Host-`.',
  },
  endUserToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      "An end user's access token, from a sign-in route below `/v1/enduser/auth`. It is valid for 15 minutes.",
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description: 'An API key of a product. Never put an API key into a web page.',
  },
  apiKeyBearer: { type: 'http', scheme: 'bearer', description: 'The same API key as a Bearer token.' },
  adminToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Admin-Token',
    description: 'The value of the setting BOOTSTRAP_ADMIN_TOKEN.',
  },
}
