import type { Millis } from '#kernel/time/millis'
import type { LicenseStatus } from '#licensing/rules/license'
import type { Terms, TermsInput } from '#licensing/rules/terms'
import type { Features } from '#catalog/rules/features'
import type { TierOfProduct } from '#licensing/rules/tier_change'
import type { UpdateRights } from '#licensing/rules/update_rights'
import type { TierTerms } from '#licensing/rules/tier_terms'
import type { RowProblem } from './row_problem.js'

/** The fields of a license in a record of a file; `undefined` if the record does not mention one. */
export type ImportRow = {
  key: string
  productId: string | null
  status?: LicenseStatus
  /** The expiration as the row states it; an existing license is changed by it as by a PATCH. */
  expiry?: TermsInput
  /** The expiration of a new license; undefined if the row states none, or `notNew` is set because of it. */
  terms?: Terms
  /** Why the row cannot create a license, though it may change one; null if it can. */
  notNew: RowProblem | null
  activatedAt?: Millis
  frozen?: boolean
  frozenAt?: Millis
  suspendedAt?: Millis
  pausedSince?: Millis
  pausedMs?: number
  /** When the license was created in its previous system; only with a status, which marks an existing license. */
  createdAt?: Millis
  maxHwidResets?: number
  metadata?: Record<string, unknown>
  /**
   * Whether the row has no `metadata` column value: its `metadata.NAME` columns are merged into the existing
   * metadata.
   */
  mergesMetadata?: boolean
  policyOverride?: Record<string, unknown>
  /** The code of the tier. */
  tier?: string
  /** The tier, once it was looked up. */
  heldTier?: TierOfProduct & { features: Features; terms: TierTerms | null; archived: boolean }
  /** The license's own features. */
  features?: Record<string, unknown>
} & { [Right in keyof UpdateRights]?: NonNullable<UpdateRights[Right]> }
