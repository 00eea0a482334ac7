import { isGranted, type Features } from '#catalog/rules/features'
import { isWithin } from '#catalog/rules/version_range'
import type { Millis } from '#kernel/time/millis'
import { mayDownloadAny } from '#licensing/rules/download_right'
import type { LicenseStatus } from '#licensing/rules/license'
import { sees, type Channel } from '#catalog/rules/release_channels'
import type { ReleaseStatus } from './release.js'

/** The terms of a license that decide which releases it may have. */
export type LicenseRights = {
  /** ACTIVE only before the effective expiry. */
  status: LicenseStatus
  /** The effective expiry; null if the license has no limit. */
  expiresAt: Millis | null
  channels: readonly Channel[]
  features: Features
  updatesUntil: Millis | null
  /** A SemVer range. */
  maxVersion: string | null
  /** The place of the license in the rollout of a release, 0 to 99. */
  placeIn: (releaseId: string) => number
}

/** The party that asks for a release: the terms of the product, and the license if there is one. */
export type Downloader = {
  distribution: 'open' | 'licensed' | 'closed'
  expiredDownloads: 'none' | 'released_before'
  license: LicenseRights | null
}

/** The fields of a release that decide who may have it. */
export type ReleaseTerms = {
  id: string
  version: string
  channel: Channel
  status: ReleaseStatus
  publishedAt: Millis | null
  requires: readonly string[]
  rolloutPercent: number
}

/**
 * The reasons why a download is denied. The first three apply to all releases of the product, except that `inactive`
 * also denies an expired license the releases that were published after its end.
 */
export const DOWNLOAD_DENIALS = [
  ...(['closed', 'unlicensed', 'inactive'] as const),
  ...(['not_published', 'channel', 'requires', 'updates_ended', 'max_version', 'rollout'] as const),
] as const
export type DownloadDenial = (typeof DOWNLOAD_DENIALS)[number]

/**
 * Decides whether a release may be downloaded now. Returns the reason of the first rule that fails, or null
 * (contract/12-releases#122-who-may-have-what).
 */
export function mayDownload(
  downloader: Downloader,
  release: ReleaseTerms,
  now: Millis
): DownloadDenial | null {
  const { license } = downloader
  const shut = mayDownloadAny(downloader)
  if (shut) return shut
  if (release.status !== 'published' || release.publishedAt === null || release.publishedAt > now) {
    return 'not_published'
  }
  // Without a license there is no place in a rollout: feeds leave the release out, or the updater draws.
  if (downloader.distribution === 'open') return !license || isInRollout(license, release) ? null : 'rollout'
  if (license!.status === 'EXPIRED' && release.publishedAt > license!.expiresAt!) return 'inactive'
  return denialOf(license!, release, release.publishedAt)
}

function denialOf(license: LicenseRights, release: ReleaseTerms, publishedAt: Millis): DownloadDenial | null {
  if (!sees(license.channels, release.channel)) return 'channel'
  if (!release.requires.every((name) => isGranted(license.features, name))) return 'requires'
  if (license.updatesUntil !== null && publishedAt > license.updatesUntil) return 'updates_ended'
  if (license.maxVersion !== null && !isWithin(release.version, license.maxVersion)) return 'max_version'
  return isInRollout(license, release) ? null : 'rollout'
}

function isInRollout(license: LicenseRights, { id, rolloutPercent }: ReleaseTerms): boolean {
  return rolloutPercent >= 100 || license.placeIn(id) < rolloutPercent
}
