/**
 * What the service takes and answers, as far as the resources name it. Moments are ISO 8601 in UTC with milliseconds.
 * A newer service may answer more fields: ignore those that you do not know.
 */

/** A moment as a request takes it. */
export type Moment = string | Date
export type Metadata = Record<string, unknown>

export type LicenseStatus = 'PENDING' | 'ACTIVE' | 'EXPIRED' | 'REVOKED' | 'SUSPENDED'
export type ExpirationMode = 'never' | 'fixed' | 'afterActivation' | 'both'

/** How much use a license allows. */
export type Policy = {
  hwidMode: 'none' | 'sticky' | 'limit'
  hwidLimit: number
  ipMode: 'none' | 'sticky' | 'limit' | 'sticky_region' | 'region_limit'
  ipLimit: number
  regionLimit: number
  ipWindowMinutes: number
  /** Null is unlimited. */
  maxConcurrentSessions: number | null
  onSessionLimit: 'deny' | 'evict_oldest'
  sessionTtlSeconds: number
  maxHwidResets: number
}

/** A license as lists show it. */
export type License = {
  id: string
  key: string
  productId: string
  status: LicenseStatus
  expiresAt: string | null
  expiresAfterDays: number | null
  activatedAt: string | null
  createdAt: string
  /** The owner: only for API keys with `end_user:read`. */
  endUserId?: string | null
  endUserUsername?: string | null
  endUserEmail?: string | null
}

export type Binding = { value: string; firstSeenAt: string; lastSeenAt: string }
export type LicenseSession = {
  id: string
  hwid: string | null
  ip: string
  startedAt: string
  lastSeenAt: string
  expiresAt: string
}

/** A license as a full read shows it. */
export type FullLicense = License & {
  expirationMode: ExpirationMode
  frozen: boolean
  frozenAt: string | null
  frozenDaysRemaining: number | null
  maxHwidResets: number
  hwidResetCount: number
  ipResetCount: number
  policyOverride: Partial<Policy> | null
  effectivePolicy: Policy
  metadata: Metadata
  effectiveExpiresAt: string | null
  bindings: { hwids: Binding[]; ips: (Binding & { region: string | null })[] }
  sessions: LicenseSession[]
}

/** The fields that creation and change share. */
type LicenseFields = {
  expirationMode?: ExpirationMode | null
  expiresAt?: Moment | null
  expiresAfterDays?: number | null
  maxHwidResets?: number | null
  policyOverride?: Partial<Policy> | null
  metadata?: Metadata
}

export type NewLicenses = LicenseFields & {
  /** 1 to 500; 1 by default. */
  count?: number
  /** Only with count 1. */
  key?: string | null
}

export type LicenseChanges = LicenseFields & { frozen?: boolean; extendDays?: number; reason?: string }

/** Which licenses a list, an export or a bulk change is about. */
export type LicenseFilter = {
  productId?: string
  status?: LicenseStatus
  frozen?: boolean
  search?: string
  endUserId?: string
  createdAfter?: Moment
  createdBefore?: Moment
  expiresAfter?: Moment
  expiresBefore?: Moment
}

export type LicenseList = LicenseFilter & {
  sort?: 'createdAt' | '-createdAt'
  /** Licenses a page; 50 by default, 200 at most. */
  pageSize?: number
  /** Where an earlier list ended. */
  cursor?: string
}

export type Actor = { type: 'user' | 'apiKey' | 'endUser' | 'system' | 'operation'; id: string | null }
export type LicenseEvent = {
  type: string
  actor: Actor
  reason: string | null
  data: Record<string, unknown>
  createdAt: string
}

export type List = {
  /** Entries a page; 50 by default, 200 at most. */
  limit?: number
  cursor?: string
}

export type Pagination = { page: number; pageSize: number; total: number; totalPages: number }
