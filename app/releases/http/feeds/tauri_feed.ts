import type { FeedFile, ShownRelease } from '#releases/store/feed_release'
import { publishedOn, type LinkTo } from './feed.js'

/** Writes a release and its signed file for the updater of Tauri 2 (contract/12-releases#124-update-feeds). */
export function toTauriUpdate(release: ShownRelease, file: FeedFile, linkTo: LinkTo) {
  return {
    version: release.version,
    pub_date: publishedOn(release).toISOString(),
    url: linkTo(file),
    signature: file.signature,
    notes: release.notes ?? '',
  }
}
