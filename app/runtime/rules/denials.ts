/**
 * The reason codes of denials, each with a sentence for people (interface#73-authorize-reason-codes). Clients branch on
 * the code.
 */
export const DENIALS = {
  LICENSE_NOT_FOUND: 'No such license for this product',
  PRODUCT_MISMATCH: 'The license belongs to a different product',
  LICENSE_REVOKED: 'The license was revoked',
  LICENSE_SUSPENDED: 'The license is suspended',
  LICENSE_EXPIRED: 'The license has expired',
  LICENSE_EXPIRED_RELATIVE: 'The license has expired: its days after activation have passed',
  HWID_BLACKLISTED: 'This device is blocked',
  IP_BLACKLISTED: 'This address is blocked',
  HWID_STICKY_VIOLATION: 'The license is bound to another device',
  HWID_LIMIT_EXCEEDED: 'The license has reached its limit of devices',
  IP_STICKY_VIOLATION: 'The license is bound to another address',
  IP_LIMIT_EXCEEDED: 'The license has reached its limit of addresses',
  IP_REGION_VIOLATION: 'The license is bound to another region',
  IP_REGION_LIMIT_EXCEEDED: 'The license has reached its limit of regions',
  IP_REGION_UNKNOWN: 'The region of this address is unknown',
  CONCURRENCY_LIMIT_EXCEEDED: 'The license has reached its limit of active sessions',
} as const

export type ReasonCode = keyof typeof DENIALS
