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
  /** The expiration as the row states it: a license that exists takes it as a PATCH. */
  expiry?: TermsInput
  /** The expiration of a new license; undefined where the row says nothing of it or `notNew` says why not. */
  terms?: Terms
  /** Why no new license can be made of the row, though it may change one; null where one can be made. */
  notNew: RowProblem | null
  activatedAt?: Millis
  frozen?: boolean
  frozenAt?: Millis
  suspendedAt?: Millis
  pausedSince?: Millis
  pausedMs?: number
  /** When the license was made, elsewhere; only with a status, which carries a past. */
  createdAt?: Millis
  maxHwidResets?: number
  metadata?: Record<string, unknown>
  /** The metadata comes from `metadata.NAME` columns alone: it goes into what a license has already. */
  mergesMetadata?: boolean
  policyOverride?: Record<string, unknown>
  /** The code of its tier. */
  tier?: string
  /** That tier, once it was looked for. */
  heldTier?: TierOfProduct & { features: Features; terms: TierTerms | null }
  /** Features of its own. */
  features?: Record<string, unknown>
} & { [Right in keyof UpdateRights]?: NonNullable<UpdateRights[Right]> }
