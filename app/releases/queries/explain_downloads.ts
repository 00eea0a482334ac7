import type { Millis } from '#kernel/time/millis'
import { explained, offered, type PassedOver, type Wish } from '#releases/rules/choose_release'
import { findDownloader, findDownloaderOf } from './find_downloader.js'
import { LISTED_OF_ALL_STATES, readAllPublished, releasesOfAllStates } from './published_releases.js'
import type { FeedRelease } from '#releases/store/feed_release'

type Explained = { release: FeedRelease; reason: PassedOver | null }

/**
 * The newest releases of a product, newest version first, each with the reason why it is not offered; null for the
 * offered one, which comes last if it is older than these. Without `licenseId` the reasons are those for a caller
 * without a license. Returns null if the product does not have this license.
 */
export async function explainDownloads(
  productId: string,
  licenseId: string | null,
  wish: Wish,
  now: Millis
): Promise<Explained[] | null> {
  const asked =
    licenseId === null
      ? await findDownloader(productId, null)
      : await findDownloaderOf({ sql: 'l.id = ? and l.product_id = ?', values: [licenseId, productId] }, now)
  if (!asked) return null
  const newest = explained(asked.downloader, wish, await releasesOfAllStates(productId), now)
  const isFound = newest.some(({ reason }) => reason === null)
  if (isFound || newest.length < LISTED_OF_ALL_STATES) return newest
  const older = offered(asked.downloader, wish, await readAllPublished(productId), now)
  return older ? [...newest, { release: older, reason: null }] : newest
}
