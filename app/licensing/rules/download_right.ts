import type { Policy } from '#catalog/rules/policy'
import type { Distribution } from '#catalog/rules/product'
import type { Millis } from '#kernel/time/millis'
import type { LicenseStatus } from './license.js'

/** The facts that decide whether a caller may download any release of a product. */
export type DownloadRight = {
  distribution: Distribution
  expiredDownloads: Policy['expiredDownloads']
  /** The status is ACTIVE only while no limit has passed. Null for a caller without a license. */
  license: { status: LicenseStatus; expiresAt: Millis | null } | null
}

/**
 * Returns why a caller may download no release of the product (contract/12-releases#122-who-may-have-what), or null if
 * nothing forbids it in general. Each single release is checked by further rules.
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
