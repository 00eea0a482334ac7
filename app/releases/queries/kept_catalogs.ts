import { bytesOf, KeptBySize } from '#kernel/batching/kept_by_size'
import type { ProgramProduct } from './find_downloader.js'
import type { FeedRelease } from '#releases/store/feed_release'

/** Identifies the published releases of a product. The stamp changes with every change of one of them. */
type Key = Pick<ProgramProduct, 'productId' | 'stamp'>
type Notes = Map<string, string | null>

/** The published releases of a product and the notes that were already read. */
type Catalog = { stamp: string; releases: FeedRelease[]; notes: Notes }

/** The most bytes that the catalogs of all products may take in memory, by `bytesOf`. */
const MOST_BYTES = 64 * 1024 * 1024

/**
 * Keeps the newest published releases of products in memory, so that programs that look for updates do not read them
 * each time.
 */
export class KeptCatalogs {
  readonly #kept: KeptBySize<Catalog>

  constructor(mostBytes = MOST_BYTES) {
    this.#kept = new KeptBySize(mostBytes)
  }

  /**
   * The current published releases of a product. They are read once and kept until the stamp of a call differs, so a
   * yanked one disappears at once in every process.
   */
  async releasesOf(
    { productId, stamp }: Key,
    read: (productId: string) => Promise<FeedRelease[]>
  ): Promise<FeedRelease[]> {
    const known = this.#known({ productId, stamp })
    if (known) return known.releases
    const releases = await read(productId)
    this.#kept.set(productId, { stamp, releases, notes: new Map() }, bytesOf(releases))
    return releases
  }

  /** The notes of releases by their id; only those that are not kept are read. */
  async notesOf(key: Key, ids: string[], read: (ids: string[]) => Promise<Notes>): Promise<Notes> {
    const kept = this.#known(key)?.notes ?? new Map<string, string | null>()
    const unread = ids.filter((id) => !kept.has(id))
    if (unread.length === 0) return kept
    const found = await read(unread)
    const notes = new Map([...kept, ...found])
    const catalog = this.#known(key)
    if (!catalog) return notes
    const added = [...found].filter(([id]) => !catalog.notes.has(id))
    for (const [id, text] of added) catalog.notes.set(id, text)
    this.#kept.grow(key.productId, bytesOf(added))
    return notes
  }

  #known({ productId, stamp }: Key): Catalog | null {
    const known = this.#kept.get(productId)
    return known?.stamp === stamp ? known : null
  }
}
