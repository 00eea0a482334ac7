import { millis } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'
import type { ArtifactKind } from '#releases/rules/release'

/** A completely stored file of a release (contract/12-releases#121-publishing). */
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
  /** In hexadecimal, like the other hashes. */
  sha256: string
  sha512: string
  /** Set only for packages whose feed needs it (Velopack). */
  sha1: string | null
  /** Made by the merchant's own tool. */
  signature: string | null
  contentType: string
  downloads: number
  createdAt: Millis
}

/** The columns of an `Artifact` in the table `a`. Use `STORED` to leave out incomplete uploads. */
export const ARTIFACT_COLUMNS = `a.id, a.org_id as "orgId", a.product_id as "productId",
  a.release_id as "releaseId", a.filename, a.platform, a.arch, a.kind, a.bytes::float8 as bytes, a.sha256, a.sha512,
  a.sha1, a.signature, a.content_type as "contentType", a.downloads::float8 as downloads,
  ${millis('a.created_at', 'createdAt')}`

/** The condition for completely stored files. */
export const STORED = 'a.stored_at is not null'
