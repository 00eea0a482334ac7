import type { Policy } from '#catalog/rules/policy'
import { hasFeature, type Portal } from './portal.js'
import type { Budget } from './reset_budget.js'

/** The actions of an end user on a license. */
export const LICENSE_ACTIONS = [
  'reset_hwid',
  'reset_ip',
  'release_device',
  'release_session',
  'download',
] as const
export type LicenseAction = (typeof LICENSE_ACTIONS)[number]

/** The facts that decide which actions are allowed now. */
type Facts = {
  portal: Portal
  /** Signed in with the license key, which only allows reading and downloading. */
  byKey: boolean
  /** ACTIVE and not expired. */
  active: boolean
  resets: { hwid: Budget; ip: Budget }
  /** The kinds of bindings that the license has or, by its policy, can get. */
  binds: { hwid: boolean; ip: boolean }
  deviceReleases: Policy['deviceReleases']
  /** The license may have releases of its product. */
  downloadable: boolean
}

/**
 * Returns the actions that this caller may do with a license now, so that no client repeats the rules
 * (contract/09-end-users#95-licenses-eu). An allowed action may still have no effect, such as a reset if nothing is
 * bound, or a download if nothing is published.
 */
export function actionsOf({
  portal,
  byKey,
  active,
  resets,
  binds,
  deviceReleases,
  downloadable,
}: Facts): LicenseAction[] {
  const changes = active && !byKey
  const left = { hwid: resets.hwid.remaining > 0, ip: resets.ip.remaining > 0 }
  // A release uses a reset of the kind of what it releases.
  const releases = deviceReleases === 'free' || (binds.hwid && left.hwid) || (binds.ip && left.ip)
  const allowed: Record<LicenseAction, boolean> = {
    reset_hwid: changes && hasFeature(portal, 'selfReset.hwid') && left.hwid,
    reset_ip: changes && hasFeature(portal, 'selfReset.ip') && left.ip,
    release_device: changes && hasFeature(portal, 'deviceRelease') && releases,
    release_session: changes && hasFeature(portal, 'sessionRelease'),
    download: hasFeature(portal, 'downloads') && downloadable,
  }
  return LICENSE_ACTIONS.filter((action) => allowed[action])
}
