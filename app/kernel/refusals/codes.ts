/**
 * How a client reacts to a code (interface#74-retry-guidance): not at all (`never`), with the same call after
 * Retry-After or a growing pause (`wait`), with a new nonce and timestamp (`resign`), or with a new access token
 * (`refresh`). Whatever the code, a client may retry a response with Retry-After when that time is over.
 */
export type RetryClass = 'never' | 'wait' | 'resign' | 'refresh'

/**
 * The complete code table (interface#72-codes): HTTP status, message and retry class of each code. It is the only place
 * that maps a code to its status; handlers, middleware and tests read it from here.
 */
export const CODES = {
  UNAUTHORIZED: [401, 'Sign in, or send a valid credential for this route', 'never'],
  EXPIRED_TOKEN: [401, 'The access token has expired: refresh it once, then retry', 'refresh'],
  FORBIDDEN: [403, 'This credential has no access to the resource', 'never'],
  API_KEY_NO_PERMISSIONS: [403, 'The API key has no permissions', 'never'],
  PERMISSION_DENIED: [403, 'The API key lacks the needed permission', 'never'],
  INSUFFICIENT_SCOPE: [403, 'Your role is too low for this', 'never'],
  APIKEY_NOT_ALLOWED: [403, 'API keys are not accepted here: sign in as a user', 'never'],
  CSRF_BLOCKED: [
    403,
    'The request came from another site: send a Bearer token instead of the cookie',
    'never',
  ],
  SIGNATURE_REQUIRED: [
    401,
    'Sign the request: X-Svc-Timestamp, X-Svc-Nonce and X-Svc-Signature are needed',
    'never',
  ],
  INVALID_SIGNATURE: [401, 'The request signature is not valid', 'never'],
  SIGNATURE_EXPIRED: [
    401,
    'The timestamp is more than 300 seconds off: check the clock and sign again',
    'resign',
  ],
  NONCE_REUSED: [401, 'The nonce was used already: sign again with a fresh one', 'resign'],
  SIGNING_NOT_CONFIGURED: [500, 'No signing secret is configured for this key', 'never'],
  SIGNING_UNAVAILABLE: [503, 'Nonces cannot be checked right now: retry with a fresh nonce', 'wait'],
  VALIDATION_ERROR: [400, 'Some fields are not valid', 'never'],
  BAD_REQUEST: [400, 'The request cannot be understood', 'never'],
  NULL_CONSTRAINT: [400, 'A required value is missing', 'never'],
  BAD_IDEMPOTENCY_KEY: [
    400,
    'Idempotency-Key takes 8 to 128 characters out of A-Z, a-z, 0-9, _ and -',
    'never',
  ],
  NO_FILE: [400, 'Send the file in the multipart field "file"', 'never'],
  NO_ACTIVE_ORG: [400, 'Choose an org first: POST /v1/dashboard/active-org', 'never'],
  MISSING_HOSTNAME: [400, 'The query parameter "hostname" is missing', 'never'],
  ENDPOINT_DISABLED: [400, 'The webhook endpoint is disabled: enable it first', 'never'],
  INVALID_CURSOR: [400, 'The cursor does not belong to this list', 'never'],
  SSO_CERT_REQUIRED: [
    400,
    'The first SSO setup needs the signing certificate of the identity provider',
    'never',
  ],
  NOT_FOUND: [404, 'No such resource', 'never'],
  USER_NOT_FOUND: [404, 'No such user', 'never'],
  PRODUCT_NOT_FOUND: [404, 'No such product', 'never'],
  LICENSE_NOT_FOUND: [404, 'No such license', 'never'],
  LISTING_NOT_FOUND: [404, 'No such listing', 'never'],
  STOREFRONT_NOT_FOUND: [404, 'No such storefront, or it is not published', 'never'],
  ORG_NOT_FOUND: [404, 'No such org', 'never'],
  CONFLICT: [409, 'Not possible in the current state', 'never'],
  IDEMPOTENCY_KEY_REUSE: [409, 'This Idempotency-Key was used for a different request', 'never'],
  IDEMPOTENCY_IN_PROGRESS: [409, 'The first request with this Idempotency-Key is still running', 'wait'],
  CLOSED: [409, 'The support ticket is closed', 'never'],
  LICENSE_NOT_OWNED: [409, 'The end user does not own this license', 'never'],
  GONE: [410, 'The invite has expired: ask for a new one', 'never'],
  STOREFRONT_NOT_SETUP: [400, 'Set up the storefront first', 'never'],
  PROCESSOR_NOT_READY: [
    400,
    'No payments processor of the storefront is ready: connect one, or check the connected one',
    'never',
  ],
  TARGET_LICENSE_REQUIRED: [400, 'This listing needs the id of a target license', 'never'],
  RATE_LIMITED: [429, 'Too many requests: retry after the time in Retry-After', 'wait'],
  PRODUCT_RATE_LIMITED: [
    429,
    'Too many requests for this product: retry after the time in Retry-After',
    'wait',
  ],
  RATE_LIMIT_UNAVAILABLE: [503, 'Rate limits cannot be checked right now: retry in a moment', 'wait'],
  USER_BANNED: [403, 'This account was banned by the merchant', 'never'],
  LICENSE_INACTIVE: [403, 'The license is not active', 'never'],
  LIMIT_REACHED: [403, 'No HWID resets are left', 'never'],
  DNS_NOT_FOUND: [400, 'The expected DNS record was not found', 'never'],
  TOKEN_MISMATCH: [400, 'The DNS record holds another verification token', 'never'],
  IDEMPOTENCY_UNAVAILABLE: [503, 'Idempotency keys cannot be checked right now: retry in a moment', 'wait'],
  INTERNAL: [500, 'Something went wrong: retry, and quote the x-request-id if it happens again', 'wait'],
  CONFIG_ERROR: [500, 'The server is not configured for this', 'never'],
  DATABASE_ERROR: [500, 'The database could not process the request', 'wait'],
  WEBHOOK_ERROR: [500, 'The webhook could not be delivered', 'never'],
  STAGING_BILLING_DISABLED: [503, 'Billing is disabled on this deployment', 'never'],
} as const satisfies Record<string, readonly [status: number, message: string, retry: RetryClass]>

export type Code = keyof typeof CODES

/** One invalid field of a request, as in the `details` of an error envelope (interface#71-envelopes). */
export type FieldError = { field: string; message: string }
