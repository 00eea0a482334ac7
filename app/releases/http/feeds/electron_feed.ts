import { stringify } from 'yaml'
import { installableFiles, type Wish } from '#releases/rules/choose_release'
import { CHANNELS } from '#catalog/rules/release_channels'
import { archOf } from '#releases/rules/platform'
import type { FeedFile, ShownRelease } from '#releases/store/feed_release'
import { publishedOn } from './feed.js'

const FILE = /^([a-z]+)(?:-(mac|linux)(?:-([a-z0-9_]{1,32}))?)?\.yml$/

/** Reads the wish of electron-updater from its feed name, e.g. `beta-linux-arm64.yml`; null for other files. */
export function electronWish(file: string): Wish | null {
  const [, prefix, system, suffix] = FILE.exec(file) ?? []
  const channel = prefix === 'latest' ? 'stable' : CHANNELS.find((one) => one === prefix)
  if (!channel) return null
  const wish = { version: null, range: null, channel, draws: true }
  // Windows and macOS have one feed for all architectures: the updater picks its own by the file names in it.
  if (system === undefined) return { ...wish, platform: 'windows', arch: null }
  if (system === 'mac') return { ...wish, platform: 'darwin', arch: null }
  return { ...wish, platform: 'linux', arch: suffix === undefined ? 'x86_64' : archOf(suffix) }
}

/**
 * The YAML that electron-updater reads (contract/12-releases#124-update-feeds). Its URLs are relative file names, so
 * that the updater also finds the block maps of old versions. `drawn` says that the rollout is already decided;
 * otherwise the updater draws by `stagingPercentage`.
 */
export function toElectronFeed(release: ShownRelease, wish: Wish, drawn: boolean): string {
  const files = installableFiles(release.artifacts, wish).map((file) => ({
    url: encodeURIComponent(file.filename),
    sha512: base64(file),
    size: file.bytes,
  }))
  const feed = {
    version: release.version,
    files,
    path: files[0].url,
    sha512: files[0].sha512,
    ...(release.name && { releaseName: release.name }),
    ...(release.notes && { releaseNotes: release.notes }),
    releaseDate: publishedOn(release).toISOString(),
    stagingPercentage: drawn ? 100 : release.rolloutPercent,
  }
  // Quoted, because the updater's parser would read a date text as a date, and a version such as 1.0 as a number.
  return stringify(feed, { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 })
}

const base64 = ({ sha512 }: FeedFile) => Buffer.from(sha512, 'hex').toString('base64')
