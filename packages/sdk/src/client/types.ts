export type AuthorizeParams = {
  licenseKey: string
  hwid?: string
  ip?: string
  sessionId?: string
  /** Names of features; `granted` in the answer says which of them the license has. */
  features?: string[]
}

export type Allowed = {
  allow: true
  effectiveExpiresAt: string | null
  licenseId: string
  status: string
  activatedAt: string
  wasActivated: boolean
  sessionId: string
  sessionExpiresAt: string
  metadata: Record<string, unknown>
  /** The code of the tier; null for none. */
  tier?: string | null
  features?: Record<string, boolean | number | string>
  /** For each requested feature, whether the license has it. */
  granted?: Record<string, boolean>
  /** Set if the service was unreachable: the last signed answer is valid until `until`. */
  offline?: { signedAt: string; until: string }
}

/** Branch on `reasonCode`; `message` is for people. */
export type Denied = { allow: false; reasonCode: ReasonCode | (string & {}); message: string }

/** The reasons for a denial (interface#73-authorize-reason-codes). */
export type ReasonCode =
  | 'LICENSE_NOT_FOUND'
  | 'PRODUCT_MISMATCH'
  | 'LICENSE_REVOKED'
  | 'LICENSE_SUSPENDED'
  | 'LICENSE_EXPIRED'
  | 'LICENSE_EXPIRED_RELATIVE'
  | 'HWID_STICKY_VIOLATION'
  | 'HWID_LIMIT_EXCEEDED'
  | 'IP_STICKY_VIOLATION'
  | 'IP_LIMIT_EXCEEDED'
  | 'IP_REGION_VIOLATION'
  | 'IP_REGION_LIMIT_EXCEEDED'
  | 'IP_REGION_UNKNOWN'
  | 'CONCURRENCY_LIMIT_EXCEEDED'
  | 'HWID_BLACKLISTED'
  | 'IP_BLACKLISTED'

export type KeepAlive = {
  /** Called on the first denial; the session is no longer kept alive. */
  denied: (denial: Denied) => void
  /** Called when the session has expired without a renewal; it is no longer kept alive. */
  lost: (error: unknown) => void
}
