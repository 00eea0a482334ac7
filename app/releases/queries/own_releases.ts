import db from '@adonisjs/lucid/services/db'
import { readPage, type Order, type Page, type PageRequest } from '#kernel/database/keyset'
import { rows } from '#kernel/database/sql'
import { isUuid } from '#kernel/text/uuid'
import type { Millis } from '#kernel/time/millis'
import { fittingFiles, isAskedFor, type Wish } from '#releases/rules/choose_release'
import { mayDownload, type Downloader } from '#releases/rules/may_download'
import { FEED_COLUMNS, type ShownRelease } from '#releases/store/feed_release'

/** The newest version first. */
const BY_VERSION: Order<ShownRelease, [string, string]> = {
  list: 'own_releases',
  of: ({ sortKey, id }) => [sortKey, id],
  start: [null, null],
  is: ([key, id]) => typeof key === 'string' && !key.includes('\0') && isUuid(id),
}

/** Releases that one statement reads. */
const CHUNK = 50

/** Lists the releases that a license may have, with the files that fit (contract/12-releases#123-getting-it). */
export function listOwnReleases(
  productId: string,
  downloader: Downloader,
  wish: Wish,
  page: PageRequest,
  now: Millis
): Promise<Page<ShownRelease>> {
  return readPage(page, BY_VERSION, async (after, count) => {
    const found: ShownRelease[] = []
    let place: (string | null)[] = after
    while (count === null || found.length < count) {
      const chunk = await readChunk(productId, place)
      found.push(...chunk.filter((release) => isShown(release)))
      if (chunk.length < CHUNK) break
      place = BY_VERSION.of(chunk.at(-1)!)
    }
    const shown = count === null ? found : found.slice(0, count)
    return shown.map((release) => ({ ...release, artifacts: fittingFiles(release.artifacts, wish) }))
  })

  function isShown(release: ShownRelease): boolean {
    if (mayDownload(downloader, release, now) !== null) return false
    if (!isAskedFor(downloader, wish, release)) return false
    return fittingFiles(release.artifacts, wish).length > 0
  }
}

function readChunk(productId: string, [key, id]: (string | null)[]): Promise<ShownRelease[]> {
  return rows<ShownRelease>(
    db.connection(),
    `select ${FEED_COLUMNS}, r.notes from releases r
     where r.product_id = ? and r.status = 'published' and (?::text is null or (r.sort_key, r.id) < (?, ?::uuid))
     order by r.sort_key desc, r.id desc limit ${CHUNK}`,
    [productId, key, key, id]
  )
}
