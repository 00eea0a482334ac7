import { millis } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'
import type { ArtifactKind } from '#releases/rules/release'

/** A file of a release, once it is stored whole (contract/12-releases#121-publishing). */
export type Artifact = {
  id: string
  orgId: string
  productId: string
  releaseId: string
  filename: string
  platform: string
  arch: string
  kind: ArtifactKind
  bytes: number
  /** In hexadecimal, as the other hashes. */
  sha256: string
  sha512: string
  /** Of packages whose feed needs it (Velopack). */
  sha1: string | null
  /** Text that the merchant's own tool has made. */
  signature: string | null
  contentType: string
  downloads: number
  createdAt: Millis
}

/** The columns of an `Artifact`, of the table `a`; `STORED` leaves out files that are still on their way. */
export const ARTIFACT_COLUMNS = `a.id, a.org_id as "orgId", a.product_id as "productId",
  a.release_id as "releaseId", a.filename, a.platform, a.arch, a.kind, a.bytes::float8 as bytes, a.sha256, a.sha512,
  a.sha1, a.signature, a.content_type as "contentType", a.downloads::float8 as downloads,
  ${millis('a.created_at', 'createdAt')}`

/** The condition on files that are there whole. */
export const STORED = 'a.stored_at is not null'
