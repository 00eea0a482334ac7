import type { ProgramProduct } from './find_downloader.js'
import type { FeedRelease } from '#releases/store/feed_release'

/** The published releases of a product, and the notes that were already read. */
type Catalog = { stamp: string; releases: FeedRelease[]; notes: Map<string, string | null> }

/** The most releases that are kept in memory, of all products together. */
const MOST_KEPT = 5000

const kept = new Map<string, Catalog>()
let count = 0

/**
 * The current published releases of a product. They are read once and kept in memory until the stamp of a call differs.
 * The stamp changes with every change of a published release, so a yanked one disappears at once in every process.
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
