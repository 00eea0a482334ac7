/** How to react to a refusal: do not retry, retry later, sign again and retry, or refresh the access token first. */
export type RetryClass = 'never' | 'wait' | 'resign' | 'refresh'

/** Every code of the service with its retry class (interface#72-codes, interface#74-retry-guidance). */
export const RETRY = {
  UNAUTHORIZED: 'never',
  EXPIRED_TOKEN: 'refresh',
  FORBIDDEN: 'never',
  API_KEY_NO_PERMISSIONS: 'never',
  PERMISSION_DENIED: 'never',
  INSUFFICIENT_SCOPE: 'never',
  APIKEY_NOT_ALLOWED: 'never',
  CSRF_BLOCKED: 'never',
  SIGNATURE_REQUIRED: 'never',
  INVALID_SIGNATURE: 'never',
  SIGNATURE_EXPIRED: 'resign',
  NONCE_REUSED: 'resign',
  SIGNING_NOT_CONFIGURED: 'never',
  SIGNING_UNAVAILABLE: 'wait',
  VALIDATION_ERROR: 'never',
  BAD_REQUEST: 'never',
  NULL_CONSTRAINT: 'never',
  BAD_IDEMPOTENCY_KEY: 'never',
  NO_FILE: 'never',
  NO_ACTIVE_ORG: 'never',
  MISSING_HOSTNAME: 'never',
  ENDPOINT_DISABLED: 'never',
  INVALID_CURSOR: 'never',
  SSO_CERT_REQUIRED: 'never',
  NOT_FOUND: 'never',
  USER_NOT_FOUND: 'never',
  PRODUCT_NOT_FOUND: 'never',
  LICENSE_NOT_FOUND: 'never',
  LISTING_NOT_FOUND: 'never',
  STOREFRONT_NOT_FOUND: 'never',
  ORG_NOT_FOUND: 'never',
  CONFLICT: 'never',
  IDEMPOTENCY_KEY_REUSE: 'never',
  IDEMPOTENCY_IN_PROGRESS: 'wait',
  CLOSED: 'never',
  LICENSE_NOT_OWNED: 'never',
  GONE: 'never',
  STOREFRONT_NOT_SETUP: 'never',
  PROCESSOR_NOT_READY: 'never',
  TARGET_LICENSE_REQUIRED: 'never',
  RATE_LIMITED: 'wait',
  PRODUCT_RATE_LIMITED: 'wait',
  RATE_LIMIT_UNAVAILABLE: 'wait',
  USER_BANNED: 'never',
  LICENSE_INACTIVE: 'never',
  LIMIT_REACHED: 'never',
  DNS_NOT_FOUND: 'never',
  TOKEN_MISMATCH: 'never',
  IDEMPOTENCY_UNAVAILABLE: 'wait',
  INTERNAL: 'wait',
  CONFIG_ERROR: 'never',
  DATABASE_ERROR: 'wait',
  WEBHOOK_ERROR: 'never',
  STAGING_BILLING_DISABLED: 'never',
} as const satisfies Record<string, RetryClass>

/** A code of the service's error envelope. */
export type Code = keyof typeof RETRY

/** Codes of the SDK itself, used if there is no trustworthy answer of the service. */
const OWN_RETRY = {
  /** No answer of the service: no connection, or a proxy answered instead. */
  UNREACHABLE: 'wait',
  /** An answer that does not come from the service: check `baseUrl`. */
  UNEXPECTED_ANSWER: 'never',
  /** An answer that the service did not sign for this request. */
  FORGED_RESPONSE: 'never',
  /** The clock of this machine jumps. */
  CLOCK_WRONG: 'never',
  /** A webhook that the service did not send, or a replay of an old one. */
  FORGED_WEBHOOK: 'never',
} as const satisfies Record<string, RetryClass>

export type OwnCode = keyof typeof OWN_RETRY

const CLASSES: Readonly<Record<string, RetryClass>> = { ...RETRY, ...OWN_RETRY }
const TRANSIENT = [429, 502, 503, 504]

/** The retry class of a code; for a code of a newer service, the status decides. */
export function retryClassOf(code: string, status: number): RetryClass {
  if (Object.hasOwn(CLASSES, code)) return CLASSES[code]
  return TRANSIENT.includes(status) ? 'wait' : 'never'
}
