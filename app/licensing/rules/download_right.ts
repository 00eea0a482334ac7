import type { Policy } from '#catalog/rules/policy'
import type { Distribution } from '#catalog/rules/product'
import type { Millis } from '#kernel/time/millis'
import type { LicenseStatus } from './license.js'

/** What decides whether somebody may have releases of a product at all. */
export type DownloadRight = {
  distribution: Distribution
  expiredDownloads: Policy['expiredDownloads']
  /** ACTIVE only while no limit is past; null for somebody without a license. */
  license: { status: LicenseStatus; expiresAt: Millis | null } | null
}

/**
 * Why somebody may have no release of the product, if that is so (contract/12-releases#122-who-may-have-what). Single releases
 * have rules of their own.
 */
export function mayDownloadAny({
  distribution,
  expiredDownloads,
  license,
}: DownloadRight): 'closed' | 'unlicensed' | 'inactive' | null {
  if (distribution === 'closed') return 'closed'
  if (distribution === 'open') return null
  if (!license) return 'unlicensed'
  const fallsBack = expiredDownloads === 'released_before' && license.expiresAt !== null
  return license.status === 'ACTIVE' || (license.status === 'EXPIRED' && fallsBack) ? null : 'inactive'
}
