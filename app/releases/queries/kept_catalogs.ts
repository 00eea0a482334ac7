import type { ProgramProduct } from './find_downloader.js'
import type { FeedRelease } from '#releases/store/feed_release'

/** Identifies the published releases of a product. The stamp changes with every change of one of them. */
type Key = Pick<ProgramProduct, 'productId' | 'stamp'>
type Notes = Map<string, string | null>

/** The published releases of a product and the notes that were already read, with their approximate size. */
type Catalog = { stamp: string; releases: FeedRelease[]; notes: Notes; bytes: number }

/** The most bytes that the catalogs of all products may take in memory, by `bytesOf`. */
const MOST_BYTES = 64 * 1024 * 1024

/**
 * Keeps the newest published releases of products in memory, so that programs that look for updates do not read them
 * each time. If all of them take more than `mostBytes`, those that were read first are forgotten. A catalog that alone
 * takes more is not kept: its merchant cannot fill the memory of the service.
 */
export class KeptCatalogs {
  readonly #kept = new Map<string, Catalog>()
  #bytes = 0

  constructor(protected mostBytes = MOST_BYTES) {}

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
    this.#forget(productId)
    const fresh: Catalog = { stamp, releases, notes: new Map(), bytes: 0 }
    this.#kept.set(productId, fresh)
    this.#grow(productId, fresh, bytesOf(releases))
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
    this.#grow(key.productId, catalog, bytesOf(added))
    return notes
  }

  #known({ productId, stamp }: Key): Catalog | null {
    const known = this.#kept.get(productId)
    return known?.stamp === stamp ? known : null
  }

  /** Counts the bytes that a kept catalog has grown by, and forgets what no longer fits. */
  #grow(productId: string, catalog: Catalog, bytes: number) {
    catalog.bytes += bytes
    this.#bytes += bytes
    if (catalog.bytes > this.mostBytes) this.#forget(productId)
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.mostBytes) break
      if (oldest !== productId) this.#forget(oldest)
    }
  }

  #forget(productId: string) {
    this.#bytes -= this.#kept.get(productId)?.bytes ?? 0
    this.#kept.delete(productId)
  }
}

/** About how many bytes a value takes in memory: two for each character of its JSON. */
const bytesOf = (value: unknown) => JSON.stringify(value).length * 2
