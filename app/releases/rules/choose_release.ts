import type { Millis } from '#kernel/time/millis'
import { isWithin } from '#catalog/rules/version_range'
import { mayDownload, type DownloadDenial, type Downloader, type ReleaseTerms } from './may_download.js'
import { fits } from './platform.js'
import { sees, type Channel } from '#catalog/rules/release_channels'
import type { ArtifactKind } from './release.js'
import { semverSortKey } from './semver_sort_key.js'

/** The fields of a file that decide which release is offered. */
export type FileTerms = {
  filename: string
  platform: string
  arch: string
  kind: ArtifactKind
  signature: string | null
}

/** A release with its files. */
type Candidate = ReleaseTerms & { artifacts: readonly FileTerms[] }

/** The description of a program and the release that it asks for. Null: not sent. */
export type Wish = {
  /** The version that the program runs. */
  version: string | null
  platform: string | null
  arch: string | null
  channel: Channel | null
  /** A SemVer range that must include the new version. */
  range: string | null
  /** True if the updater itself draws the programs that are in a rollout. */
  draws?: boolean
  /** True if the updater accepts only signed files. */
  signed?: boolean
}

/** Reasons, besides a `DownloadDenial`, why a release is not the offered one. */
export const PASSED_OVER = [
  ...(['other_channel', 'out_of_range', 'no_artifact', 'not_newer', 'older'] as const),
] as const
export type PassedOver = DownloadDenial | (typeof PASSED_OVER)[number]

/** The files of a release that fit the wished platform and arch. Files made for exactly these come first. */
export function fittingFiles<File extends FileTerms>(files: readonly File[], wish: Wish): File[] {
  const fitting = files.filter(
    ({ platform, arch }) =>
      (wish.platform === null || fits(platform, wish.platform)) &&
      (wish.arch === null || fits(arch, wish.arch))
  )
  const exactness = (file: File) => Number(file.platform === wish.platform) + Number(file.arch === wish.arch)
  return fitting.sort((one, other) => exactness(other) - exactness(one))
}

/** The kinds of files that a program installs, best first. `other` counts only if no file has a better kind. */
const INSTALLABLE: readonly ArtifactKind[] = ['update', 'archive', 'installer', 'other']

/** Names of files that accompany other files: block maps, signatures, checksums, feeds written by a tool. */
const COMPANION = /\.(blockmap|sig|minisig|asc|sha\d+|txt|md|ya?ml|json|xml)$/i

/** The fitting files that a program can install, packages for updates first. */
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
 * True if a release is in the wished channel or a more stable one. Without a wished channel, the channels of the
 * license apply; without a license, only `stable`, although an open product would allow every channel.
 */
export function isAskedFor({ license }: Downloader, { channel }: Wish, release: ReleaseTerms): boolean {
  return sees(channel ? [channel] : (license?.channels ?? ['stable']), release.channel)
}

/** The reason why a release cannot be offered, regardless of other releases; null if it can. */
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

/** The release that is offered, or null. `releases` must be sorted with the newest version first. */
export function offered<One extends Candidate>(
  downloader: Downloader,
  wish: Wish,
  releases: readonly One[],
  now: Millis
): One | null {
  return releases.find((release) => whyPassedOver(downloader, wish, release, now) === null) ?? null
}

/**
 * True if a release that was not read could be the offered one. `releases` holds the newest `perChannel` releases of
 * each channel, newest first. An unread release can only be in a channel that has more of them, and it must be newer
 * than the found release or the running version. Most programs run the newest version, and for them the older releases
 * must not be read.
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

/** The reason for each release why it is not offered; null for the offered one. */
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

/** True if `version` has a higher precedence than `other`; build metadata does not count. */
function isNewer(version: string, other: string): boolean {
  return semverSortKey(version) > semverSortKey(other)
}
