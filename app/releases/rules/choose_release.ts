import type { Millis } from '#kernel/time/millis'
import { sees } from './channels.js'
import { isWithin } from '#catalog/rules/version_range'
import { mayDownload, type DownloadDenial, type Downloader, type ReleaseTerms } from './may_download.js'
import { fits } from './platform.js'
import type { Channel } from '#catalog/rules/release_channels'
import type { ArtifactKind } from './release.js'
import { semverSortKey } from './semver_sort_key.js'

/** A file of a release as far as it decides what is offered. */
export type FileTerms = {
  filename: string
  platform: string
  arch: string
  kind: ArtifactKind
  signature: string | null
}

/** A release with its files. */
type Candidate = ReleaseTerms & { artifacts: readonly FileTerms[] }

/** What a program says of itself and what it wants; null is not said. */
export type Wish = {
  /** The version that runs. */
  version: string | null
  platform: string | null
  arch: string | null
  channel: Channel | null
  /** A SemVer range that the new version is within. */
  range: string | null
  /** Whether the updater draws by itself who is in a rollout. */
  draws?: boolean
  /** Whether the updater takes signed files alone. */
  signed?: boolean
}

/** Why a release is not the one that is offered. */
export const PASSED_OVER = [
  ...(['other_channel', 'out_of_range', 'no_artifact', 'not_newer', 'older'] as const),
] as const
export type PassedOver = DownloadDenial | (typeof PASSED_OVER)[number]

/** The files of a release that run where a program asks for them; those made for exactly that come first. */
export function fittingFiles<File extends FileTerms>(files: readonly File[], wish: Wish): File[] {
  const fitting = files.filter(
    ({ platform, arch }) =>
      (wish.platform === null || fits(platform, wish.platform)) &&
      (wish.arch === null || fits(arch, wish.arch))
  )
  const exactness = (file: File) => Number(file.platform === wish.platform) + Number(file.arch === wish.arch)
  return fitting.sort((one, other) => exactness(other) - exactness(one))
}

/** The kinds of files that a program installs, the best first. A file of no named kind is one where there is no better. */
const INSTALLABLE: readonly ArtifactKind[] = ['update', 'archive', 'installer', 'other']

/** Names of files that come with others: block maps, signatures, checksums, feeds that a tool has written. */
const COMPANION = /\.(blockmap|sig|minisig|asc|sha\d+|txt|md|ya?ml|json|xml)$/i

/** Those of the fitting files that a program installs, packages for updates first. */
export function installableFiles<File extends FileTerms>(files: readonly File[], wish: Wish): File[] {
  const able = fittingFiles(files, wish).filter(
    ({ kind, filename, signature }) =>
      INSTALLABLE.includes(kind) && !COMPANION.test(filename) && (!wish.signed || signature !== null)
  )
  const named = able.filter(({ kind }) => kind !== 'other')
  const best = named.length > 0 ? named : able
  return best.sort((one, other) => INSTALLABLE.indexOf(one.kind) - INSTALLABLE.indexOf(other.kind))
}

/**
 * Whether a release is in the channel that somebody asks for, or in a more stable one. Without such a wish these are the
 * channels of the license; somebody without a license, who may have every release of an open product, gets the stable one.
 */
export function isAskedFor({ license }: Downloader, { channel }: Wish, release: ReleaseTerms): boolean {
  return sees(channel ? [channel] : (license?.channels ?? ['stable']), release.channel)
}

/** Why a release cannot be the offered one, whatever else there is; null if it can. */
export function whyPassedOver(
  downloader: Downloader,
  wish: Wish,
  release: Candidate,
  now: Millis
): PassedOver | null {
  const denial = mayDownload(downloader, release, now)
  if (denial) return denial
  if (!downloader.license && release.rolloutPercent < 100 && !wish.draws) return 'rollout'
  if (!isAskedFor(downloader, wish, release)) return 'other_channel'
  if (wish.range !== null && !isWithin(release.version, wish.range)) return 'out_of_range'
  if (installableFiles(release.artifacts, wish).length === 0) return 'no_artifact'
  return wish.version !== null && !isNewer(release.version, wish.version) ? 'not_newer' : null
}

/** The release that somebody is offered, if any. `releases` come with the newest version first. */
export function offered<One extends Candidate>(
  downloader: Downloader,
  wish: Wish,
  releases: readonly One[],
  now: Millis
): One | null {
  return releases.find((release) => whyPassedOver(downloader, wish, release, now) === null) ?? null
}

/**
 * Whether a release that was not read can be the offered one, where the newest `perChannel` of each channel were read,
 * the newest first: only one of a channel that has more, and that is newer than what is found or what runs. Most programs
 * run the newest version, and they must not cost a look at all the older ones.
 */
export function mayBeOlder(
  downloader: Downloader,
  wish: Wish,
  { releases, perChannel }: { releases: readonly Candidate[]; perChannel: number },
  found: Candidate | null,
  now: Millis
): boolean {
  const least = found?.version ?? wish.version
  return Map.groupBy(releases, ({ channel }) => channel)
    .values()
    .some((read) => {
      const oldest = read.at(-1)!
      if (read.length < perChannel || !isAskedFor(downloader, wish, oldest)) return false
      if (mayDownload(downloader, oldest, now) === 'channel') return false
      return least === null || isNewer(oldest.version, least)
    })
}

/** What is said of each release: `null` of the one that is offered, of every other why it is not. */
export function explained<One extends Candidate>(
  downloader: Downloader,
  wish: Wish,
  releases: readonly One[],
  now: Millis
): { release: One; reason: PassedOver | null }[] {
  const chosen = offered(downloader, wish, releases, now)
  return releases.map((release) => ({
    release,
    reason: release === chosen ? null : (whyPassedOver(downloader, wish, release, now) ?? 'older'),
  }))
}

/** Whether one version comes after another; build metadata does not count. */
function isNewer(version: string, other: string): boolean {
  return semverSortKey(version) > semverSortKey(other)
}
