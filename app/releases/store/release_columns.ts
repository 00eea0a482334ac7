import { millis } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'
import type { Channel } from '#catalog/rules/release_channels'
import type { ReleaseStatus } from '#releases/rules/release'

/** A release as it is stored (contract/12-releases#121-publishing). */
export type Release = {
  id: string
  orgId: string
  productId: string
  version: string
  /** The byte order of sort keys is the precedence of versions. */
  sortKey: string
  channel: Channel
  status: ReleaseStatus
  name: string | null
  /** Markdown. */
  notes: string | null
  /** Features that a license must have. */
  requires: string[]
  rolloutPercent: number
  metadata: Record<string, unknown>
  yankReason: string | null
  createdAt: Millis
  updatedAt: Millis
  publishedAt: Millis | null
  yankedAt: Millis | null
}

/** The columns of a `Release` in the table `r`. */
export const RELEASE_COLUMNS = `r.id, r.org_id as "orgId", r.product_id as "productId", r.version,
  r.sort_key as "sortKey", r.channel, r.status, r.name, r.notes, r.requires,
  r.rollout_percent as "rolloutPercent", r.metadata, r.yank_reason as "yankReason",
  ${millis('r.created_at', 'createdAt')}, ${millis('r.updated_at', 'updatedAt')},
  ${millis('r.published_at', 'publishedAt')}, ${millis('r.yanked_at', 'yankedAt')}`
