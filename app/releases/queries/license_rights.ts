import { millis } from '#kernel/database/sql'
import { DAY, type Millis } from '#kernel/time/millis'
import type { Distribution } from '#catalog/rules/product'
import { effectiveExpiresAt, expiredBy } from '#licensing/rules/expiry_clock'
import type { LicenseState } from '#licensing/rules/license'
import { selected } from '#licensing/store/column_sql'
import { effectiveFeatures, type Features } from '#catalog/rules/features'
import { effectiveChannels, type Channel } from '#catalog/rules/release_channels'
import type { Downloader, LicenseRights } from '#releases/rules/may_download'
import { rolloutPlace } from '#releases/store/rollout_place'

const CLOCK = [
  ...(['status', 'expirationMode', 'expiresAt', 'expiresAfterDays', 'activatedAt'] as const),
  ...(['frozenAt', 'pausedSince', 'pausedMs'] as const),
]

/** The columns that decide about downloads: of the product `p`, the license `l` if there is one, and its tier `i`. */
export const RIGHTS_COLUMNS = `p.distribution,
  exists (select 1 from orgs o where o.id = p.org_id and o.suspended_at is not null) as "orgSuspended",
  coalesce(l.policy_override ->> 'expiredDownloads', i.policy ->> 'expiredDownloads',
    p.policy ->> 'expiredDownloads', 'none') as "expiredDownloads",
  l.id as "licenseId", ${selected([...CLOCK], 'l.')}, l.channels, ${millis('l.updates_until', 'updatesUntil')},
  l.max_version as "maxVersion", p.feature_defaults as "featureDefaults", l.features as "ownFeatures",
  i.features as "tierFeatures", i.channels as "tierChannels", i.updates_days as "updatesDays"`

/** A row of `RIGHTS_COLUMNS`. Without a license, the columns of the license are null. */
export type RightsRow = Pick<LicenseState, (typeof CLOCK)[number]> & {
  distribution: Distribution
  orgSuspended: boolean
  expiredDownloads: Downloader['expiredDownloads']
  licenseId: string | null
  channels: Channel[] | null
  updatesUntil: Millis | null
  maxVersion: string | null
  featureDefaults: Features
  ownFeatures: Features | null
  tierFeatures: Features | null
  tierChannels: Channel[] | null
  updatesDays: number | null
}

/** The end of the updates by the tier, counted from activation; null without an end. */
function updatesEnd({ updatesDays, activatedAt }: RightsRow): Millis | null {
  return updatesDays === null || activatedAt === null ? null : activatedAt + updatesDays * DAY
}

/** Converts a row to the input of the download rules at `now`. */
export function downloaderOf(row: RightsRow, now: Millis): Downloader {
  const { distribution, expiredDownloads, licenseId } = row
  return {
    distribution,
    expiredDownloads,
    license: licenseId === null ? null : rightsOf(row, licenseId, now),
  }
}

/** The rights of a license: its own values, otherwise those of its tier, otherwise the defaults. */
function rightsOf(row: RightsRow, licenseId: string, now: Millis): LicenseRights {
  return {
    status: row.status === 'ACTIVE' && expiredBy(row, now) ? 'EXPIRED' : row.status,
    expiresAt: effectiveExpiresAt(row, now),
    channels: effectiveChannels(row.tierChannels, row.channels),
    features: effectiveFeatures(row.featureDefaults, row.tierFeatures, row.ownFeatures),
    updatesUntil: row.updatesUntil ?? updatesEnd(row),
    maxVersion: row.maxVersion,
    placeIn: (releaseId) => rolloutPlace(licenseId, releaseId),
  }
}
