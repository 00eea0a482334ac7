import type { ProgramProduct } from './find_downloader.js'
import type { FeedRelease } from '#releases/store/feed_release'

/** The published releases of a product, and the notes of those that somebody was shown. */
type Catalog = { stamp: string; releases: FeedRelease[]; notes: Map<string, string | null> }

/** Releases that are kept at most, of all products together. */
const MOST_KEPT = 5000

const kept = new Map<string, Catalog>()
let count = 0

/**
 * The published releases of a product as they are now. They are read once and kept while their stamp, which comes with each
 * call, is the same: it changes with every change of a release, so one that is yanked is gone at once, in every process.
 */
export async function keptCatalog(
  { productId, stamp }: Pick<ProgramProduct, 'productId' | 'stamp'>,
  read: (productId: string) => Promise<FeedRelease[]>
): Promise<Catalog> {
  const known = kept.get(productId)
  if (known && known.stamp === stamp) return known
  const fresh: Catalog = { stamp, releases: await read(productId), notes: new Map() }
  forget(productId)
  kept.set(productId, fresh)
  count += fresh.releases.length
  for (const oldest of kept.keys()) {
    if (count <= MOST_KEPT || oldest === productId) break
    forget(oldest)
  }
  return fresh
}

function forget(productId: string) {
  count -= kept.get(productId)?.releases.length ?? 0
  kept.delete(productId)
}
