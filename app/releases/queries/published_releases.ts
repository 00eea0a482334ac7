import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { mayBeOlder, offered, whyPassedOver, type Wish } from '#releases/rules/choose_release'
import { CHANNELS } from '#catalog/rules/release_channels'
import { FEED_COLUMNS, type FeedRelease, type ShownRelease } from '#releases/store/feed_release'
import type { ProgramProduct } from './find_downloader.js'
import { keptCatalog } from './kept_catalogs.js'

/** Releases of each channel that feeds look at before they look at all of them. */
const NEWEST = 50
const MOST = 2000

/** The published release that a program is offered, if any, however many newer ones there are. */
export async function findOffered(
  program: ProgramProduct,
  wish: Wish,
  now = Date.now()
): Promise<FeedRelease | null> {
  const { productId, downloader } = program
  const { releases } = await keptCatalog(program, readNewest)
  const found = offered(downloader, wish, releases, now)
  if (!mayBeOlder(downloader, wish, { releases, perChannel: NEWEST }, found, now)) return found
  return offered(downloader, wish, await readCatalog(productId, MOST), now)
}

/**
 * The newest published releases that a program may have and asks for, with files for it or not. Older ones where it may have
 * none of the newest: its license may have ended with them.
 */
export async function findListed(
  program: ProgramProduct,
  wish: Wish,
  now = Date.now()
): Promise<FeedRelease[]> {
  const { productId, downloader } = program
  const isMeant = (release: FeedRelease) => {
    const reason = whyPassedOver(downloader, wish, release, now)
    return reason === null || reason === 'no_artifact'
  }
  const { releases } = await keptCatalog(program, readNewest)
  const found = releases.filter(isMeant)
  if (found.length > 0 || !mayBeOlder(downloader, wish, { releases, perChannel: NEWEST }, null, now))
    return found
  return (await readCatalog(productId, MOST)).filter(isMeant)
}

/** Releases of a product with their notes, in the same order. */
export async function withNotes(program: ProgramProduct, releases: FeedRelease[]): Promise<ShownRelease[]> {
  const { notes } = await keptCatalog(program, readNewest)
  const unread = releases.filter(({ id }) => !notes.has(id)).map(({ id }) => id)
  if (unread.length > 0) {
    const sql = 'select id, notes from releases where id = any(?::uuid[])'
    const found = await rows<{ id: string; notes: string | null }>(db.connection(), sql, [unread])
    for (const row of found) notes.set(row.id, row.notes)
  }
  return releases.map((release) => ({ ...release, notes: notes.get(release.id) ?? null }))
}

const readNewest = (productId: string) => readCatalog(productId, NEWEST)

function readCatalog(productId: string, perChannel: number): Promise<FeedRelease[]> {
  return rows<FeedRelease>(
    db.connection(),
    `select ${FEED_COLUMNS}
     from unnest(?::text[]) as c (channel)
     cross join lateral (
       select * from releases n
       where n.product_id = ? and n.channel = c.channel and n.status = 'published'
       order by n.sort_key desc limit ?
     ) r
     order by r.sort_key desc`,
    [CHANNELS, productId, perChannel]
  )
}

/** The newest releases of a product whatever their state, for those who explain what is offered. */
export function releasesOfAllStates(productId: string): Promise<FeedRelease[]> {
  return rows<FeedRelease>(
    db.connection(),
    `select ${FEED_COLUMNS} from releases r where r.product_id = ? order by r.sort_key desc, r.id desc limit 200`,
    [productId]
  )
}
