import type { PassedOver } from '#releases/rules/choose_release'
import type { FeedFile, FeedRelease, ShownRelease } from '#releases/store/feed_release'
import { publishedOn, type LinkTo } from './feeds/feed.js'

/** Transforms a file for end users and programs (contract/12-releases#121-publishing). */
function toReleaseFile(file: FeedFile) {
  const { id, filename, platform, arch, kind, bytes, sha256, sha512, signature, contentType } = file
  return { id, filename, platform, arch, kind, bytes, sha256, sha512, signature, contentType }
}

/** Transforms a release for its end users. */
export function toOwnRelease(release: ShownRelease) {
  const { id, version, channel, name, notes, artifacts } = release
  return {
    ...{ id, version, channel, name, notes },
    publishedAt: publishedOn(release).toISOString(),
    artifacts: artifacts.map(toReleaseFile),
  }
}

/** Transforms the update that a program is offered (contract/12-releases#124-update-feeds). */
export function toUpdate(release: ShownRelease, files: FeedFile[], linkTo: LinkTo) {
  const { version, channel, notes } = release
  return {
    ...{ version, channel, notes },
    publishedAt: publishedOn(release).toISOString(),
    artifacts: files.map((file) => ({ ...toReleaseFile(file), url: linkTo(file) })),
  }
}

/** The message for each reason why a release is not offered. */
const SENTENCES: Record<PassedOver, string> = {
  closed: 'The releases of this product are closed: they cannot be downloaded here',
  unlicensed: 'The releases of this product need a license, and the request names none',
  inactive: 'The license is not active',
  not_published: 'It is a draft, or was yanked',
  channel: 'The license does not have the channel',
  requires: 'The license lacks a feature that it requires',
  updates_ended: 'It came out after the updates of the license ended',
  max_version: 'It is not within maxVersion of the license',
  rollout: 'The rollout has not reached this license yet',
  other_channel: 'The program asks for a more stable channel, or for another one',
  out_of_range: 'It is not within the range that the program asks for',
  no_artifact: 'It has no file for the platform and architecture',
  not_newer: 'The program runs this version or a newer one',
  older: 'A newer release is offered',
}

/** Transforms a release with the reason why it is not offered; the reason of the offered one is null. */
export function toExplained(release: FeedRelease, reason: PassedOver | null) {
  const { id, version, channel, status } = release
  const message = reason === null ? 'This one is offered' : SENTENCES[reason]
  return { releaseId: id, version, channel, status, reason, message }
}
