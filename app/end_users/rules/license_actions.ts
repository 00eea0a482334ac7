import type { Policy } from '#catalog/rules/policy'
import { hasFeature, type Portal } from './portal.js'
import type { Budget } from './reset_budget.js'

/** What an end user can do with a license. */
export const LICENSE_ACTIONS = [
  'reset_hwid',
  'reset_ip',
  'release_device',
  'release_session',
  'download',
] as const
export type LicenseAction = (typeof LICENSE_ACTIONS)[number]

/** The facts that decide what somebody may do with a license now. */
type Facts = {
  portal: Portal
  /** Signed in with the license key, which is enough to read and to download. */
  byKey: boolean
  /** ACTIVE, and not past its limit. */
  active: boolean
  resets: { hwid: Budget; ip: Budget }
  deviceReleases: Policy['deviceReleases']
  /** The license may have releases of its product. */
  downloadable: boolean
}

/**
 * What this caller may do with a license now, so that no client repeats the rules (contract/09-end-users#95-licenses-eu).
 * An action that somebody may do can still come to nothing, such as a reset where nothing is bound, or a download where nothing
 * is published.
 */
export function actionsOf({
  portal,
  byKey,
  active,
  resets,
  deviceReleases,
  downloadable,
}: Facts): LicenseAction[] {
  const changes = active && !byKey
  const left = { hwid: resets.hwid.remaining > 0, ip: resets.ip.remaining > 0 }
  const allowed: Record<LicenseAction, boolean> = {
    reset_hwid: changes && hasFeature(portal, 'selfReset.hwid') && left.hwid,
    reset_ip: changes && hasFeature(portal, 'selfReset.ip') && left.ip,
    release_device:
      changes && hasFeature(portal, 'deviceRelease') && (deviceReleases === 'free' || left.hwid || left.ip),
    release_session: changes && hasFeature(portal, 'sessionRelease'),
    download: hasFeature(portal, 'downloads') && downloadable,
  }
  return LICENSE_ACTIONS.filter((action) => allowed[action])
}
