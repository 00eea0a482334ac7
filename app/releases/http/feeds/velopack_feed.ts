import type { Wish } from '#releases/rules/choose_release'
import { runnableOn } from '#releases/rules/emulation'
import { archOf, fits, platformOf } from '#releases/rules/platform'
import { CHANNELS, type Channel } from '#catalog/rules/release_channels'
import type { FeedFile, FeedRelease, ShownRelease } from '#releases/store/feed_release'

const FILE = /^releases\.([a-z0-9_-]{1,64})\.json$/
const PLATFORMS = ['windows', 'darwin', 'linux']

/** The query in which a program describes itself. All fields are optional; some clients send none. */
type Said = { os?: string; arch?: string; localVersion?: string }

/** The wish of Velopack. `arch` comes from the channel; `machine` is the architecture of the client's machine. */
export type VelopackWish = Wish & { machine: string | null }

/**
 * Reads the wish of Velopack from its feed name. The name consists of platform, architecture and channel, each optional
 * and in any order, as in `vpk pack --channel`: `win`, `osx-arm64`, `linux-beta`, `stable`. Null for other files, and
 * for names with any other word.
 */
export function velopackWish(file: string, said: Said): VelopackWish | null {
  const [, name] = FILE.exec(file) ?? []
  if (name === undefined) return null
  const wish: VelopackWish = {
    ...{ version: null, range: null, channel: null, arch: null },
    platform: nameOf(said.os, platformOf),
    machine: nameOf(said.arch, archOf),
  }
  let channel: Channel = 'stable'
  for (const word of name.split('-')) {
    const platform = platformOf(word)
    const named = CHANNELS.find((one) => one === word)
    if (named) channel = named
    else if (platform && PLATFORMS.includes(platform)) wish.platform = platform
    else if (ARCHES.includes(archOf(word)!)) wish.arch = archOf(word)
    else return null
  }
  return { ...wish, channel }
}

const ARCHES = ['x86_64', 'aarch64', 'x86', 'i686']
const nameOf = (text: string | undefined, read: (text: string) => string | null) =>
  text === undefined ? null : read(text)

/** Only packages of Velopack belong in its feed; installers and other files do not. */
const isPackage = ({ filename, kind }: FeedFile) => filename.endsWith('.nupkg') && kind !== 'signature'

/**
 * The packages of a release that fit a program, for one architecture, because the client takes the first package of a
 * version. If the channel names an architecture, it is that one. Otherwise it is the best one that runs on the machine:
 * the client sends the architecture of the machine, not of the program, which may be emulated. A client that sends none
 * counts as x86_64, which most machines have, and gets all packages of its platform if none of them runs there.
 */
export function velopackFiles(
  { artifacts }: Pick<FeedRelease, 'artifacts'>,
  { platform, arch, machine }: VelopackWish
): FeedFile[] {
  const fitting = artifacts.filter(
    (file) => isPackage(file) && (platform === null || fits(file.platform, platform))
  )
  const madeFor = (wanted: string) => fitting.filter((file) => fits(file.arch, wanted))
  if (arch !== null) return madeFor(arch)
  const best = runnableOn(platform, machine ?? 'x86_64')
    .map(madeFor)
    .find((files) => files.length > 0)
  return best ?? (machine === null ? fitting : [])
}

/** Writes the feed of full packages and deltas for Velopack (contract/12-releases#124-update-feeds). */
export function toVelopackFeed(releases: ShownRelease[], wish: VelopackWish) {
  const assets = releases.flatMap((release) =>
    velopackFiles(release, wish).map((file) => ({
      PackageId: packageOf(file, release),
      Version: release.version,
      Type: file.kind === 'delta' || file.filename.endsWith('-delta.nupkg') ? 'Delta' : 'Full',
      FileName: file.filename,
      SHA1: file.sha1?.toUpperCase() ?? '',
      SHA256: file.sha256.toUpperCase(),
      Size: file.bytes,
      NotesMarkdown: release.notes ?? '',
    }))
  )
  return { Assets: assets }
}

/** Velopack names its files `PackageId-Version-...`, without build metadata. */
function packageOf({ filename }: FeedFile, { version }: ShownRelease): string {
  const at = filename.indexOf(`-${version.split('+')[0]}`)
  return at > 0 ? filename.slice(0, at) : filename.replace(/\.nupkg$/, '')
}
