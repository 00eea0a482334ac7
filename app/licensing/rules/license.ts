import type { Millis } from '#kernel/time/millis'

/** License statuses (interface#3-states-and-transitions). `frozen` is a separate flag, not a status. */
export const LICENSE_STATUSES = ['PENDING', 'ACTIVE', 'EXPIRED', 'REVOKED', 'SUSPENDED'] as const
export type LicenseStatus = (typeof LICENSE_STATUSES)[number]

/** The modes that say which limits a license has (interface#21-license). */
export const EXPIRATION_MODES = ['never', 'fixed', 'afterActivation', 'both'] as const
export type ExpirationMode = (typeof EXPIRATION_MODES)[number]

/**
 * The fields that decide a license's status and expiry. All code that changes a license (a route, a bulk chunk, an
 * import, authorize, the sweep) reads it into this form, decides, and writes it back.
 */
export type LicenseState = {
  id: string
  orgId: string
  productId: string
  key: string
  /** The tier of the license, a template of its product; null for none (contract/17-tiers). */
  tierId: string | null
  status: LicenseStatus
  expirationMode: ExpirationMode
  /** The fixed limit. */
  expiresAt: Millis | null
  /** The relative limit, in days after activation. */
  expiresAfterDays: number | null
  activatedAt: Millis | null
  frozenAt: Millis | null
  suspendedAt: Millis | null
  /** Start of the current pause of the relative limit (frozen, suspended, or both). */
  pausedSince: Millis | null
  /** The sum of all finished pauses of the relative limit. */
  pausedMs: Millis
  /** Increases by one with each change. */
  revision: number
}

/** The state of a new license: never activated, frozen or suspended, without a tier. */
export const UNTOUCHED = {
  tierId: null,
  activatedAt: null,
  frozenAt: null,
  suspendedAt: null,
  pausedSince: null,
  pausedMs: 0,
  revision: 1,
} as const satisfies Partial<LicenseState>
