import type { Millis } from '#kernel/time/millis'
import { explained, type PassedOver, type Wish } from '#releases/rules/choose_release'
import { findDownloader, findDownloaderOf } from './find_downloader.js'
import { releasesOfAllStates } from './published_releases.js'
import type { FeedRelease } from '#releases/store/feed_release'

/**
 * The releases of a product, the newest version first, each with why a license, or somebody without one, is not offered it; null
 * for the one that is. Null where the product has no such license.
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
