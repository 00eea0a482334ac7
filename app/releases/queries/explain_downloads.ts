import type { Millis } from '#kernel/time/millis'
import { explained, type PassedOver, type Wish } from '#releases/rules/choose_release'
import { findDownloader, findDownloaderOf } from './find_downloader.js'
import { releasesOfAllStates } from './published_releases.js'
import type { FeedRelease } from '#releases/store/feed_release'

/**
 * The releases of a product, newest version first, each with the reason why it is not offered; null for the offered
 * one. Without `licenseId` the reasons are those for a caller without a license. Returns null if the product does not
 * have this license.
 */
export async function explainDownloads(
  productId: string,
  licenseId: string | null,
  wish: Wish,
  now: Millis
): Promise<{ release: FeedRelease; reason: PassedOver | null }[] | null> {
  const asked =
    licenseId === null
      ? await findDownloader(productId, null)
      : await findDownloaderOf({ sql: 'l.id = ? and l.product_id = ?', values: [licenseId, productId] }, now)
  if (!asked) return null
  return explained(asked.downloader, wish, await releasesOfAllStates(productId), now)
}
